/** Checks the form that every error response must have. */
import { expect } from 'vitest';

export type ErrorBody = {
  readonly detail: unknown;
  readonly code: string;
  readonly request_id: string;
  readonly errors?: readonly { readonly loc: readonly (string | number)[]; readonly msg: string }[];
};

type Refusal = { readonly status: number; readonly json: unknown };

export function expectError(answer: Refusal, status: number, code: string, about = ''): ErrorBody {
  const body = answer.json as ErrorBody;
  expect({ status: answer.status, code: body?.code, detail: body?.detail }, about).toEqual({
    status,
    code,
    detail: expect.anything(),
  });
  return body;
}

/** A refusal that points at its places: `errors` has at least one entry whose place begins as given. */
export function expectFaultAt(answer: Refusal, place: string, about = ''): void {
  const body = expectError(answer, 400, (answer.json as ErrorBody)?.code, about);
  expect(body.errors, JSON.stringify(body)).toBeInstanceOf(Array);
  const places = (body.errors ?? []).map(({ loc }) => loc.join('.'));
  expect(
    places.filter((found) => found === place || found.startsWith(`${place}.`)),
    JSON.stringify(body),
  ).not.toEqual([]);
  for (const { msg } of body.errors ?? []) expect(msg).toMatch(/\S/);
}
