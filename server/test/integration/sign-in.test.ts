/** The development identity provider: its tokens verify with its published keys, also across a key rotation. */

import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { describe, expect, inject, it } from 'vitest';
import { rotateSigningKey } from '../../../testkit/services/oidc.ts';
import { serviceSet } from '../../../testkit/services/service-set.ts';
import { refresh, signIn } from '../../../testkit/services/sign-in.ts';

const issuer = process.env['OCTAVO_OIDC_ISSUER'] ?? '';
const audience = process.env['OCTAVO_OIDC_AUDIENCE'] ?? '';

async function verified(token: string) {
  const discovery = await fetch(`${issuer}/.well-known/openid-configuration`);
  const { jwks_uri: keysUrl } = (await discovery.json()) as { jwks_uri: string };
  const keys = createRemoteJWKSet(new URL(keysUrl));
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience,
    typ: 'at+jwt',
    algorithms: ['RS256'],
  });
  return payload;
}

describe('signing in at the provider', () => {
  it.each(['alice', 'bob', 'carol'])(
    'returns a JWT access token for the API with the e-mail of %s',
    async (user) => {
      const { accessToken, idToken, expiresIn } = await signIn(issuer, user);
      expect(await verified(accessToken)).toMatchObject({
        sub: user,
        aud: audience,
        client_id: 'octavo-web',
        email: `${user}@octavo.test`,
      });
      expect(idToken).toBeTypeOf('string');
      expect(expiresIn).toBeGreaterThan(0);
    },
  );

  it('returns a refresh token that can be used once', async () => {
    const { refreshToken = '' } = await signIn(issuer, 'alice');
    const renewed = await refresh(issuer, refreshToken);
    expect(await verified(renewed.accessToken)).toMatchObject({ sub: 'alice' });
    await expect(refresh(issuer, refreshToken)).rejects.toThrow('invalid_grant');
  });

  it('signs with a new key after a rotation, and tokens of the previous key stay valid', async () => {
    const before = await signIn(issuer, 'alice');
    const kid = await rotateSigningKey(serviceSet(inject('serviceSet'), process.env));
    const after = await signIn(issuer, 'alice');
    expect(decodeProtectedHeader(after.accessToken).kid).toBe(kid);
    expect(decodeProtectedHeader(before.accessToken).kid).not.toBe(kid);
    expect(await verified(before.accessToken)).toMatchObject({ sub: 'alice' });
    expect(await verified(after.accessToken)).toMatchObject({ sub: 'alice' });
  });

  it('allows only the origins of the web client to read tokens in a browser', async () => {
    const sendRequest = (origin: string) =>
      fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({
          client_id: 'octavo-web',
          grant_type: 'refresh_token',
          refresh_token: 'x',
        }),
      });
    const [ours, other] = await Promise.all([
      sendRequest('http://127.0.0.1:5173'),
      sendRequest('https://elsewhere.test'),
    ]);
    expect(ours.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:5173');
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });
});
