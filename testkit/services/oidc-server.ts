/** The OpenID provider's own process: a real provider for development and tests, never for production. */
import { createServer } from 'node:http';
import { OidcAccounts } from './oidc-accounts.ts';
import { createHandler } from './oidc-handler.ts';
import { loadKeys } from './oidc-keys.ts';

const env = process.env;
const port = Number(env['OCTAVO_OIDC_PORT'] || 23_000);
const settings = {
  issuer: env['OCTAVO_OIDC_ISSUER'] || `http://127.0.0.1:${port}`,
  audience: env['OCTAVO_OIDC_AUDIENCE'] || 'https://api.octavo.test',
  accessTokenSeconds: Number(env['OCTAVO_OIDC_ACCESS_TOKEN_SECONDS'] || 900),
};
const keysPath = env['OCTAVO_OIDC_KEYS'] || '.services/dev/oidc/keys.json';

const accounts = new OidcAccounts();
const openProvider = async () => createHandler(settings, await loadKeys(keysPath), accounts);

let handler = await openProvider();
const server = createServer((request, response) => handler(request, response));

// Keys are fixed when a provider is made; its sessions live in module state and pass to the next one.
process.on('SIGHUP', () => {
  openProvider().then(
    (next) => {
      handler = next;
      console.log('keys read again');
    },
    (error: unknown) => console.error('keys not read, still using the old ones', error),
  );
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    setTimeout(() => process.exit(0), 2_000).unref();
  });
}

// Only the container needs another address than loopback: its port is published on the host's loopback.
server.listen(port, env['OCTAVO_OIDC_HOST'] || '127.0.0.1', () => console.log(`issuer ${settings.issuer}`));
