/** How a request is signed: any mixture is allowed, as some tests send too much or too little on purpose. */

export type Caller = { readonly session?: string; readonly key?: string };

export function credentialHeaders(caller: Caller): Record<string, string> {
  return {
    ...(caller.key === undefined ? {} : { 'x-api-key': caller.key }),
    ...(caller.session === undefined ? {} : { authorization: `Bearer ${caller.session}` }),
  };
}
