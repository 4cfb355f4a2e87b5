/** A fetch for unit tests: returns prepared responses and records the requests with their bodies. */
import type { Fetch } from '../request/client-options.ts';

export type RecordedRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
};

/** A response, or a connection error. */
export type FakeResponse =
  | Response
  | Error
  | ((requests: RecordedRequest) => Response | Error | Promise<Response>);

export type FakeFetch = { readonly fetch: Fetch; readonly requests: readonly RecordedRequest[] };

/** The last response is used for all further requests. */
export function fakeFetch(...responses: readonly FakeResponse[]): FakeFetch {
  const requests: RecordedRequest[] = [];
  const fetch: Fetch = async (url, init) => {
    init.signal?.throwIfAborted();
    const body = init.body ? await new Response(init.body as BodyInit).text() : '';
    const request: RecordedRequest = {
      method: init.method ?? 'GET',
      url: new URL(url),
      headers: new Headers(init.headers as Headers),
      body,
    };
    requests.push(request);
    const fake = responses[Math.min(requests.length, responses.length) - 1];
    // Cloned, because a prepared response may be used more than once.
    const response =
      typeof fake === 'function' ? await fake(request) : fake instanceof Response ? fake.clone() : fake;
    if (response instanceof Response) return response;
    throw response ?? new TypeError('no response left');
  };
  return { fetch, requests };
}

export function jsonResponse(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

export function errorResponse(status: number, code: string, headers: Record<string, string> = {}): Response {
  const body = { detail: `Rejected with ${code}.`, code, request_id: 'req-1' };
  return jsonResponse(body, status, { 'x-request-id': 'req-1', ...headers });
}

type BodyInit = ConstructorParameters<typeof Response>[0];
