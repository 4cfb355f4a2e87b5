/** Lets the dashboard return to any port of this machine after signing in: tests and developers start it on any free port. */
import type { Provider } from 'oidc-provider';

const hosts = new Set(['127.0.0.1', 'localhost']);

export function isLoopbackOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === 'http:' && hosts.has(url.hostname) && url.username === '';
}

function isPageOf(uri: string, path: string): boolean {
  return isLoopbackOrigin(uri) && new URL(uri).href === `${new URL(uri).origin}${path}`;
}

/** The provider allows this for native clients too, but they cannot sign in again silently. */
export function allowLoopbackRedirects(provider: Provider, clientId: string): void {
  const client = provider.Client.prototype;
  const { redirectUriAllowed, postLogoutRedirectUriAllowed } = client;
  client.redirectUriAllowed = function (uri) {
    if (this.clientId === clientId && isPageOf(uri, '/app/signed-in')) return true;
    return redirectUriAllowed.call(this, uri);
  };
  client.postLogoutRedirectUriAllowed = function (uri) {
    if (this.clientId === clientId && isPageOf(uri, '/app/')) return true;
    return postLogoutRedirectUriAllowed.call(this, uri);
  };
}
