/** The credentials of a request; tests may send any combination, also none. */

export type Caller = { readonly session?: string; readonly key?: string };

export function credentialHeaders(caller: Caller): Record<string, string> {
  return {
    ...(caller.key === undefined ? {} : { 'x-api-key': caller.key }),
    ...(caller.session === undefined ? {} : { authorization: `Bearer ${caller.session}` }),
  };
}
