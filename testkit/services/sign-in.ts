/** Signs a user in at the development provider the way a browser does: authorization code with PKCE, cookies kept. */
import { createHash, randomBytes } from 'node:crypto';
import { webClient } from './oidc-configuration.ts';

export type SignedIn = {
  readonly accessToken: string;
  readonly idToken?: string;
  readonly refreshToken?: string;
  readonly expiresIn: number;
};

const redirectUri = webClient.redirectUris[0] ?? '';
const hopsMax = 10;

export async function signIn(issuer: string, user: string): Promise<SignedIn> {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const start = new URL(`${issuer}/auth`);
  start.search = new URLSearchParams({
    client_id: webClient.id,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid email offline_access',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state,
  }).toString();
  const callback = await walkToCallback(start, user);
  const code = callback.searchParams.get('code');
  if (code === null || callback.searchParams.get('state') !== state) {
    throw new Error(`signing in ${user} ended at ${callback.search}`);
  }
  return exchange(issuer, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
}

export function refresh(issuer: string, refreshToken: string): Promise<SignedIn> {
  return exchange(issuer, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

/** Follows redirects itself: fetch keeps no cookies, and the callback URL must not be loaded. */
async function walkToCallback(start: URL, user: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let location = start;
  let form: URLSearchParams | null = null;
  for (let hop = 0; hop < hopsMax; hop += 1) {
    const response = await fetch(location, {
      method: form === null ? 'GET' : 'POST',
      body: form,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    keepCookies(cookies, response);
    const next = response.headers.get('location');
    const page = await response.text();
    if (next !== null) {
      location = new URL(next, location);
      form = null;
      if (location.href.startsWith(redirectUri)) return location;
    } else if (response.ok && form === null) {
      form = new URLSearchParams({ login: user });
    } else {
      throw new Error(
        `signing in ${user} stopped at ${location.pathname} with ${response.status}: ${page.slice(0, 300)}`,
      );
    }
  }
  throw new Error(`signing in ${user} took more than ${hopsMax} hops`);
}

function keepCookies(cookies: Map<string, string>, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    const value = pair.slice(at + 1);
    if (value === '') cookies.delete(pair.slice(0, at));
    else cookies.set(pair.slice(0, at), value);
  }
}

async function exchange(issuer: string, parameters: Record<string, string>): Promise<SignedIn> {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: webClient.id, ...parameters }),
  });
  if (!response.ok)
    throw new Error(`the token endpoint answered ${response.status}: ${await response.text()}`);
  const tokens = (await response.json()) as {
    access_token: string;
    id_token?: string;
    refresh_token?: string;
    expires_in: number;
  };
  return {
    accessToken: tokens.access_token,
    expiresIn: tokens.expires_in,
    ...(tokens.id_token === undefined ? {} : { idToken: tokens.id_token }),
    ...(tokens.refresh_token === undefined ? {} : { refreshToken: tokens.refresh_token }),
  };
}
