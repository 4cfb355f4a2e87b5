/** The development provider as a request handler: the pages of its own in front, the protocol behind them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';
import { allowLoopbackRedirects } from './loopback-redirects.ts';
import type { OidcAccounts } from './oidc-accounts.ts';
import { type ProviderSettings, providerConfiguration, webClient } from './oidc-configuration.ts';
import { answerInteraction } from './oidc-interactions.ts';
import type { KeyFile } from './oidc-keys.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export function createHandler(settings: ProviderSettings, keyFile: KeyFile, accounts: OidcAccounts): Handler {
  const provider = new Provider(settings.issuer, providerConfiguration(settings, keyFile, accounts));
  allowLoopbackRedirects(provider, webClient.id);
  provider.on('server_error', (_context, error) => console.error(error));
  const protocol = provider.callback();
  return (request, response) => {
    answerInteraction(provider, accounts, request, response)
      .then((isAnswered) => (isAnswered ? undefined : protocol(request, response)))
      .catch((error: unknown) => {
        console.error(error);
        if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
        response.end('Something went wrong. The log of the sign-in server has the details.\n');
      });
  };
}
