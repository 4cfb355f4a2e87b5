/** The pages of the development provider, asked as a browser would: sign-in, errors, the way back and sign-out. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OidcAccounts } from './oidc-accounts.ts';
import { createHandler, type Handler } from './oidc-handler.ts';
import { refresh, signIn } from './sign-in.ts';

let handler: Handler;
let server: Server;
let issuer: string;

beforeAll(async () => {
  server = createServer((request, response) => handler(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const jwk = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ format: 'jwk' });
  const key = { ...jwk, kty: 'RSA', alg: 'RS256', use: 'sig', kid: 'test' };
  const settings = { issuer, audience: 'https://api.octavo.test', accessTokenSeconds: 900 };
  handler = createHandler(settings, { keys: [key], cookieSecret: 'secret' }, new OidcAccounts());
});
afterAll(() => void server.close());

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

type Visit = { readonly url: URL; readonly cookies: string; readonly page: string };

/** The sign-in page that a browser sees, with the cookies it has then. */
async function openSignIn(redirectUri = 'http://127.0.0.1:4711/app/signed-in'): Promise<Visit> {
  const query = new URLSearchParams({
    client_id: 'octavo-web',
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid email offline_access',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    state: 'here',
  });
  const started = await fetch(`${issuer}/auth?${query}`, { redirect: 'manual' });
  const cookies = started.headers.getSetCookie().map((line) => line.split(';')[0]);
  const url = new URL(started.headers.get('location') ?? '', issuer);
  const shown = await fetch(url, { headers: { cookie: cookies.join('; ') } });
  return { url, cookies: cookies.join('; '), page: await shown.text() };
}

const submit = ({ url, cookies }: Visit, login: string) =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ login }),
    redirect: 'manual',
    headers: { cookie: cookies },
  });

describe('signing in', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['Ada.Lovelace+PDF@Example.com', 'Ada.Lovelace+PDF@Example.com'],
    ['  grace@example.com ', 'grace@example.com'],
    ['alice', 'alice@octavo.test'],
  ])('as %j gives tokens with the verified address %s', async (typed, email) => {
    const { accessToken, idToken = '' } = await signIn(issuer, typed);
    expect(claimsOf(accessToken)).toMatchObject({ email, email_verified: true });
    expect(claimsOf(idToken)).toMatchObject({ email, email_verified: true });
  });

  it('keeps the address in renewed tokens, and capitals lead to the same user', async () => {
    const first = await signIn(issuer, 'Mary@Example.com');
    const renewed = await refresh(issuer, first.refreshToken ?? '');
    expect(claimsOf(renewed.accessToken)).toMatchObject({ email: 'Mary@Example.com', email_verified: true });
    const second = await signIn(issuer, 'mary@example.com');
    expect(claimsOf(second.accessToken)['sub']).toBe(claimsOf(first.accessToken)['sub']);
  });
});

describe('the sign-in page', () => {
  it('loads nothing, shows no debug output and may run no script but its own', async () => {
    const { page, url, cookies } = await openSignIn();
    expect(page).not.toMatch(/(src|href)="(https?:)?\/\/|@import|url\(|DEBUG/i);
    const { headers } = await fetch(url, { headers: { cookie: cookies } });
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('says what is wrong with an entry, keeps it, and escapes it', async () => {
    const visit = await openSignIn();
    const refused = await submit(visit, '"><b>@');
    expect(refused.status).toBe(422);
    const page = await refused.text();
    expect(page).toContain('role="alert"');
    expect(page).toContain('This e-mail address is not complete.');
    expect(page).toContain('value="&quot;&gt;&lt;b&gt;@"');
    expect((await submit(visit, 'ada@example.com')).status).toBe(303);
  });

  it('leads back to the dashboard when it is cancelled', async () => {
    const { url, cookies } = await openSignIn();
    const cancelled = await fetch(`${issuer}${url.pathname}/cancel`, {
      redirect: 'manual',
      headers: { cookie: cookies },
    });
    const resumed = await fetch(cancelled.headers.get('location') ?? '', {
      redirect: 'manual',
      headers: { cookie: cookies },
    });
    const back = new URL(resumed.headers.get('location') ?? '');
    expect(back.origin + back.pathname).toBe('http://127.0.0.1:4711/app/signed-in');
    expect(back.searchParams.get('error')).toBe('access_denied');
  });

  it('links to the dashboard it came from when it has expired', async () => {
    const { url } = await openSignIn();
    const expired = await fetch(url);
    expect(expired.status).toBe(400);
    const page = await expired.text();
    expect(page).toContain('This sign-in has expired');
    expect(page).toContain('href="http://127.0.0.1:4711/app/"');
  });

  it('links to no other machine', async () => {
    const page = await (await fetch(`${issuer}/sign-in/none?from=https://elsewhere.test`)).text();
    expect(page).toContain('href="http://127.0.0.1:3000/app/"');
    expect(page).not.toContain('elsewhere.test');
  });
});

describe('other pages', () => {
  const html = { accept: 'text/html' };

  it('show an error of the protocol with a way back', async () => {
    const redirect = encodeURIComponent('http://127.0.0.1:4711/nowhere');
    const refused = await fetch(`${issuer}/auth?client_id=octavo-web&redirect_uri=${redirect}`, {
      headers: html,
    });
    expect(refused.status).toBe(400);
    const page = await refused.text();
    expect(page).toContain('invalid_redirect_uri');
    expect(page).toContain('Back to the dashboard');
  });

  it('end the session without a question after a sign-out in the dashboard', async () => {
    const visit = await openSignIn();
    const jar = new Map<string, string>();
    const keep = (response: Response) => {
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        jar.set(pair.slice(0, pair.indexOf('=')), pair);
      }
    };
    const cookie = () => [visit.cookies, ...jar.values()].join('; ');
    const signedIn = await submit(visit, 'Ada@Example.com');
    keep(
      await fetch(signedIn.headers.get('location') ?? '', {
        redirect: 'manual',
        headers: { cookie: cookie() },
      }),
    );
    const asked = await fetch(`${issuer}/session/end`, { headers: { cookie: cookie() } });
    keep(asked);
    const question = await asked.text();
    expect(question).toContain('Sign out of Octavo?');
    expect(question).toContain('Ada@Example.com');
    expect(question).not.toContain('<script>');

    const { idToken = '' } = await signIn(issuer, 'Ada@Example.com');
    const hinted = await fetch(`${issuer}/session/end?id_token_hint=${idToken}`, {
      headers: { cookie: cookie() },
    });
    expect(await hinted.text()).toContain('<script>');
    const { idToken: other = '' } = await signIn(issuer, 'bob');
    const foreign = await fetch(`${issuer}/session/end?id_token_hint=${other}`, {
      headers: { cookie: cookie() },
    });
    expect(await foreign.text()).not.toContain('<script>');
  });
});
