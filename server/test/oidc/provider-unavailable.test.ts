/** While the identity provider is unavailable, tokens are verified with its cached keys. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSessions } from '../../src/oidc/sessions.ts';
import type { Sessions } from '../../src/ports/sessions.ts';

const audience = 'https://api.octavo.test';
const nowSeconds = () => Math.floor(Date.now() / 1000);

let server: Server;
let issuer = '';
let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let otherKeys: typeof keys;
let isAway = false;
let sessions: Sessions;

beforeAll(async () => {
  keys = await generateKeyPair('ES256');
  otherKeys = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'known', alg: 'ES256' };
  server = createServer((request, response) => {
    if (isAway) return void response.socket?.destroy();
    response.end(JSON.stringify(request.url === '/keys' ? { keys: [jwk] } : { jwks_uri: `${issuer}/keys` }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The key cache expires at once, so that every token makes the service query the provider again.
  sessions = openSessions({ issuer, audience, keysMaxAgeMs: 0 });
  expect(await sessions.verify(await token({}))).toMatchObject({ subject: 'alice' });
  isAway = true;
});
afterAll(() => void server.close());

const token = (claims: Record<string, unknown>, privateKey = keys.privateKey) =>
  new SignJWT({
    sub: 'alice',
    email: 'alice@example.test',
    iss: issuer,
    aud: audience,
    exp: nowSeconds() + 60,
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', kid: 'known' })
    .sign(privateKey);

describe('while the provider is unavailable', () => {
  it('a valid token is accepted', async () => {
    expect(await sessions.verify(await token({}))).toMatchObject({ issuer, subject: 'alice' });
  });

  it.each([
    ['is meant for another audience', { aud: 'https://elsewhere.test' }],
    ['is meant for nobody', { aud: undefined }],
    ['names another issuer', { iss: 'https://elsewhere.test' }],
    ['is expired', { exp: nowSeconds() - 60 }],
    ['never expires', { exp: undefined }],
    ['is not valid yet', { nbf: nowSeconds() + 60 }],
    ['has no subject', { sub: undefined }],
  ])('a token that %s is refused', async (_, claims) => {
    expect(await sessions.verify(await token(claims))).toBeNull();
  });

  it('a token signed with another key under a known key id is refused', async () => {
    expect(await sessions.verify(await token({}, otherKeys.privateKey))).toBeNull();
  });
});
