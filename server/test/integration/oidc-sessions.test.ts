/** Only valid session tokens of the identity provider are accepted. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../../testkit/services/sign-in.ts';
import { openSessions } from '../../src/oidc/sessions.ts';

const issuer = process.env['OCTAVO_OIDC_ISSUER'] ?? '';
const audience = process.env['OCTAVO_OIDC_AUDIENCE'] ?? '';
const alice = { sub: 'alice', email: 'alice@octavo.test' };

describe('a token of the identity provider', () => {
  const sessions = openSessions({ issuer, audience });

  it('identifies the user of the token', async () => {
    const { accessToken } = await signIn(issuer, 'alice');
    expect(await sessions.verify(accessToken)).toEqual({
      issuer,
      subject: 'alice',
      email: 'alice@octavo.test',
      issuedAt: expect.any(Date),
    });
  });

  it('is refused when it was issued for another audience', async () => {
    const { accessToken } = await signIn(issuer, 'alice');
    expect(await openSessions({ issuer, audience: 'https://other.test' }).verify(accessToken)).toBeNull();
  });

  it('is refused when a character is changed', async () => {
    const { accessToken } = await signIn(issuer, 'alice');
    const [head, body = '', signature] = accessToken.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'bob' })).toString('base64url');
    expect(await sessions.verify([head, forged, signature].join('.'))).toBeNull();
  });

  it.each(['', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbGljZSJ9.'])(
    'is refused as %j',
    async (token) => {
      expect(await sessions.verify(token)).toBeNull();
    },
  );
});

describe('a provider with known keys', () => {
  let local: string;
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  let stop: () => void;
  let jwksRequests = 0;

  beforeAll(async () => {
    keys = await generateKeyPair('ES256');
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'known', alg: 'ES256' };
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/keys') jwksRequests += 1;
      response.end(JSON.stringify(request.url === '/keys' ? { keys: [jwk] } : { jwks_uri: `${local}/keys` }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    stop = () => server.close();
  });
  afterAll(() => stop());

  const token = (claims: Record<string, unknown>, header: Record<string, string> = {}) =>
    new SignJWT({ ...alice, iss: local, aud: audience, exp: Date.now() / 1000 + 60, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'known', ...header })
      .sign(keys.privateKey);

  it('accepts a valid token', async () => {
    const sessions = openSessions({ issuer: local, audience });
    const identity = { subject: 'alice', email: 'alice@octavo.test' };
    for (const claims of [{}, { email_verified: true }, { email_verified: 'true' }]) {
      expect(await sessions.verify(await token(claims))).toMatchObject(identity);
    }
  });

  it.each([
    ['is expired', { exp: Date.now() / 1000 - 60 }],
    ['is not valid yet', { nbf: Date.now() / 1000 + 60 }],
    ['never expires', { exp: undefined }],
    ['has no subject', { sub: undefined }],
    ['has another issuer', { iss: 'https://elsewhere.test' }],
    ['has another audience', { aud: 'https://elsewhere.test' }],
    ['has no e-mail address, like a machine token', { email: undefined }],
    ['has an empty e-mail address', { email: '' }],
    ['has an e-mail claim that is not a string', { email: ['alice@octavo.test'] }],
  ])('refuses a token that %s', async (_reason, claims) => {
    expect(await openSessions({ issuer: local, audience }).verify(await token(claims))).toBeNull();
  });

  it.each([false, 'false'])('403 for a token whose e-mail address is not verified: %j', async (verified) => {
    const sessions = openSessions({ issuer: local, audience });
    await expect(sessions.verify(await token({ email_verified: verified }))).rejects.toMatchObject({
      code: 'email_not_verified',
    });
  });

  it('refuses a token signed with a shared secret, even if the secret is the public key', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(keys.publicKey)));
    const forged = await new SignJWT({ ...alice, iss: local, aud: audience, exp: Date.now() / 1000 + 60 })
      .setProtectedHeader({ alg: 'HS256', kid: 'known' })
      .sign(secret);
    expect(await openSessions({ issuer: local, audience }).verify(forged)).toBeNull();
  });

  it('fetches keys once for any number of unknown key ids', async () => {
    const sessions = openSessions({ issuer: local, audience });
    await sessions.verify(await token({}));
    const before = jwksRequests;
    for (let i = 0; i < 50; i += 1) {
      expect(await sessions.verify(await token({}, { kid: `unknown-${i}` }))).toBeNull();
    }
    expect(jwksRequests - before).toBeLessThanOrEqual(1);
  });
});

describe('a provider that becomes unavailable', () => {
  it('does not affect tokens of known keys; tokens of other keys fail as unavailable', async () => {
    const keys = await generateKeyPair('ES256');
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'known', alg: 'ES256' };
    let isUnavailable = false;
    const server = createServer((request, response) => {
      if (isUnavailable) return void response.socket?.destroy();
      const base = `http://${request.headers.host}`;
      response.end(JSON.stringify(request.url === '/keys' ? { keys: [jwk] } : { jwks_uri: `${base}/keys` }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const token = (kid: string) =>
      new SignJWT({ ...alice, iss: local, aud: audience, exp: Date.now() / 1000 + 60 })
        .setProtectedHeader({ alg: 'ES256', kid })
        .sign(keys.privateKey);
    const sessions = openSessions({ issuer: local, audience, keysMaxAgeMs: 0 });
    expect(await sessions.verify(await token('known'))).toMatchObject({ subject: 'alice' });
    isUnavailable = true;
    expect(await sessions.verify(await token('known'))).toMatchObject({ subject: 'alice' });
    await expect(sessions.verify(await token('other'))).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(await sessions.verify('x.y.z')).toBeNull();
    isUnavailable = false;
    expect(await sessions.verify(await token('other'))).toBeNull();
    server.close();
  });
});

describe('a provider that does not respond', () => {
  it('fails as unavailable, not as an invalid token, and is queried again next time', async () => {
    const sessions = openSessions({ issuer: 'http://127.0.0.1:9', audience });
    const { accessToken } = await signIn(issuer, 'alice');
    for (let i = 0; i < 2; i += 1) {
      await expect(sessions.verify(accessToken)).rejects.toMatchObject({ code: 'service_unavailable' });
    }
  });
});
