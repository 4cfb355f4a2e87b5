/** The credentials header. A function is called for every request, so that a short-lived token stays valid. */

/** `refresh` is true after the server rejected the previous value. */
export type CredentialSource = string | ((ask: { readonly refresh: boolean }) => string | Promise<string>);

export type Credentials =
  | { readonly kind: 'apiKey'; readonly source: CredentialSource }
  | { readonly kind: 'session'; readonly source: CredentialSource };

export function canRefresh({ source }: Credentials): boolean {
  return typeof source === 'function';
}

export async function credentialHeader(
  { kind, source }: Credentials,
  refresh: boolean,
): Promise<readonly [string, string]> {
  const value = typeof source === 'function' ? await source({ refresh }) : source;
  return kind === 'apiKey' ? ['x-api-key', value] : ['authorization', `Bearer ${value}`];
}
