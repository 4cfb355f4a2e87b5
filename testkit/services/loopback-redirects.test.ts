/** Redirects after signing in stay on this machine: any port, but no other host and no other page. */
import { Provider } from 'oidc-provider';
import { describe, expect, it } from 'vitest';
import { allowLoopbackRedirects, isLoopbackOrigin } from './loopback-redirects.ts';

async function clientOf(id: string) {
  const metadata = { client_id: id, token_endpoint_auth_method: 'none', response_types: ['code'] };
  const provider = new Provider('http://127.0.0.1:1', {
    clients: [{ ...metadata, redirect_uris: ['http://127.0.0.1:3000/callback'] }] as never,
  });
  allowLoopbackRedirects(provider, 'web');
  const client = await provider.Client.find(id);
  if (client === undefined) throw new Error('no such client');
  return client;
}

describe('the dashboard’s client', () => {
  it.each(['http://127.0.0.1:3000/app/signed-in', 'http://localhost:41234/app/signed-in'])(
    'may be sent back to %s',
    async (uri) => {
      expect((await clientOf('web')).redirectUriAllowed(uri)).toBe(true);
    },
  );

  it.each([
    'http://127.0.0.1:3000/app/signed-in?x=1',
    'http://127.0.0.1:3000/app/other',
    'http://127.0.0.1.evil.test/app/signed-in',
    'http://user@127.0.0.1/app/signed-in',
    'https://evil.test/app/signed-in',
    'nonsense',
  ])('may not be sent back to %s', async (uri) => {
    expect((await clientOf('web')).redirectUriAllowed(uri)).toBe(false);
  });

  it('returns to its start page after signing out, and to no other', async () => {
    const client = await clientOf('web');
    expect(client.postLogoutRedirectUriAllowed('http://127.0.0.1:5000/app/')).toBe(true);
    expect(client.postLogoutRedirectUriAllowed('http://127.0.0.1:5000/')).toBe(false);
  });
});

describe('any other client', () => {
  it('has the addresses it was registered with', async () => {
    const client = await clientOf('other');
    expect(client.redirectUriAllowed('http://127.0.0.1:3000/callback')).toBe(true);
    expect(client.redirectUriAllowed('http://127.0.0.1:3000/app/signed-in')).toBe(false);
  });
});

describe('an origin of this machine', () => {
  it('is told from one that only looks like it', () => {
    expect(isLoopbackOrigin('http://127.0.0.1:5173')).toBe(true);
    expect(isLoopbackOrigin('http://localhost.evil.test')).toBe(false);
    expect(isLoopbackOrigin('null')).toBe(false);
  });
});
