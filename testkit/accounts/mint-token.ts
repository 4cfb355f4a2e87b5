/** Tokens signed with the provider's own key but with claims it would never issue: expired, for others, from the future. */
import { Buffer } from 'node:buffer';
import { createPrivateKey, type JsonWebKey, sign } from 'node:crypto';
import { loadKeys } from '../services/oidc-keys.ts';

/** A claim of `null` is left out of the token. */
export type TokenChange = { readonly claims?: object; readonly header?: object };

export type Mint = { readonly keysPath: string; readonly issuer: string; readonly audience: string };

export async function mintToken(mint: Mint, change: TokenChange): Promise<string> {
  const [key] = (await loadKeys(mint.keysPath)).keys;
  if (key === undefined) throw new Error('the provider has no signing key');
  const now = Math.floor(Date.now() / 1000);
  const header = { alg: 'RS256', typ: 'at+jwt', kid: key.kid, ...change.header };
  const claims = {
    iss: mint.issuer,
    aud: mint.audience,
    sub: `minted-${now}`,
    email: `minted-${now}@octavo.test`,
    email_verified: true,
    iat: now,
    exp: now + 600,
    ...change.claims,
  };
  const signed = `${encode(header)}.${encode(claims)}`;
  const privateKey = createPrivateKey({ key: key as JsonWebKey, format: 'jwk' });
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

const encode = (value: object) =>
  Buffer.from(JSON.stringify(value, (_, member) => member ?? undefined)).toString('base64url');
