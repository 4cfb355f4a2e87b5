/** Lets the dashboard return to any port of this machine after signing in: tests and developers start it on any free port. */
import type { Provider } from 'oidc-provider';

const hosts = new Set(['127.0.0.1', 'localhost']);

export function isLoopbackOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === 'http:' && hosts.has(url.hostname) && url.username === '';
}

function leadsTo(uri: string, path: string): boolean {
  return isLoopbackOrigin(uri) && new URL(uri).href === `${new URL(uri).origin}${path}`;
}

/** The provider's own way for this, native clients, rules out signing in again without a question. */
export function allowLoopbackRedirects(provider: Provider, clientId: string): void {
  const client = provider.Client.prototype;
  const { redirectUriAllowed, postLogoutRedirectUriAllowed } = client;
  client.redirectUriAllowed = function (uri) {
    if (this.clientId === clientId && leadsTo(uri, '/app/signed-in')) return true;
    return redirectUriAllowed.call(this, uri);
  };
  client.postLogoutRedirectUriAllowed = function (uri) {
    if (this.clientId === clientId && leadsTo(uri, '/app/')) return true;
    return postLogoutRedirectUriAllowed.call(this, uri);
  };
}
