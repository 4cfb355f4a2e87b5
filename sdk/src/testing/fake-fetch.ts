/** A fetch for unit tests: answers from a list of answers and keeps what it was asked, bodies included. */
import type { Fetch } from '../options.ts';

export type Asked = {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
};

/** An answer, or the failure of the connection. */
export type Answer = Response | Error | ((asked: Asked) => Response | Error | Promise<Response>);

export type FakeFetch = { readonly fetch: Fetch; readonly asked: readonly Asked[] };

/** The last answer is given again as often as it is asked for. */
export function fakeFetch(...answers: readonly Answer[]): FakeFetch {
  const asked: Asked[] = [];
  const fetch: Fetch = async (url, init) => {
    init.signal?.throwIfAborted();
    const body = init.body ? await new Response(init.body as BodyInit).text() : '';
    const request: Asked = {
      method: init.method ?? 'GET',
      url: new URL(url),
      headers: new Headers(init.headers as Headers),
      body,
    };
    asked.push(request);
    const answer = answers[Math.min(asked.length, answers.length) - 1];
    // A copy of an answer that is given more than once; a stream made for this request goes out as it is.
    const given =
      typeof answer === 'function'
        ? await answer(request)
        : answer instanceof Response
          ? answer.clone()
          : answer;
    if (given instanceof Response) return given;
    throw given ?? new TypeError('no answer left');
  };
  return { fetch, asked };
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

export function refusal(status: number, code: string, headers: Record<string, string> = {}): Response {
  const body = { detail: `Refused with ${code}.`, code, request_id: 'req-1' };
  return json(body, status, { 'x-request-id': 'req-1', ...headers });
}

type BodyInit = ConstructorParameters<typeof Response>[0];
