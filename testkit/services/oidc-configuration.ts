/** How the development OpenID provider behaves: its clients, its users, and RFC 9068 access tokens for our API. */
import type { ClientMetadata, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { isLoopbackOrigin } from './loopback-redirects.ts';
import type { OidcAccounts } from './oidc-accounts.ts';
import { interactionUrl, renderError, renderSignedOut, renderSignOut } from './oidc-interactions.ts';
import type { KeyFile } from './oidc-keys.ts';

export type ProviderSettings = {
  readonly issuer: string;
  readonly audience: string;
  readonly accessTokenSeconds: number;
};

export const webClient = {
  id: 'octavo-web',
  redirectUris: [
    'http://127.0.0.1:3000/callback',
    'http://localhost:3000/callback',
    'http://127.0.0.1:5173/callback',
  ],
};
export const testClient = { id: 'octavo-test', secret: 'octavo-test-secret' };

const userScope = 'openid email offline_access';

export function providerConfiguration(
  settings: ProviderSettings,
  keyFile: KeyFile,
  accounts: OidcAccounts,
): Configuration {
  return {
    clients,
    clientBasedCORS: (_context, origin, client) =>
      (client.clientId === webClient.id && isLoopbackOrigin(origin)) ||
      (client.redirectUris?.some((uri) => new URL(uri).origin === origin) ?? false),
    jwks: { keys: keyFile.keys as NonNullable<Configuration['jwks']>['keys'] },
    cookies: { keys: [keyFile.cookieSecret] },
    pkce: { required: () => true },
    scopes: userScope.split(' '),
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: accounts.emailOf(sub), email_verified: true }),
    }),
    extraTokenClaims: (_context, token) =>
      'accountId' in token ? { email: accounts.emailOf(token.accountId), email_verified: true } : undefined,
    interactions: { url: interactionUrl },
    renderError,
    loadExistingGrant: (context) => grantWithoutConsent(context, settings),
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    ttl: {
      AccessToken: settings.accessTokenSeconds,
      ClientCredentials: settings.accessTokenSeconds,
      IdToken: 3_600,
      Interaction: 3_600,
      Grant: 1_209_600,
      Session: 1_209_600,
      RefreshToken: 1_209_600,
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => renderSignOut(context, form, accounts),
        postLogoutSuccessSource: renderSignedOut,
      },
      resourceIndicators: resourceIndicators(settings),
    },
  };
}

const clients: ClientMetadata[] = [
  {
    client_id: webClient.id,
    token_endpoint_auth_method: 'none',
    redirect_uris: webClient.redirectUris,
    post_logout_redirect_uris: webClient.redirectUris.map((uri) => new URL('/', uri).href),
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  },
  {
    client_id: testClient.id,
    client_secret: testClient.secret,
    redirect_uris: webClient.redirectUris,
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
    response_types: ['code'],
  },
];

/** Access tokens are JWTs for our API even when the client names no resource. */
function resourceIndicators(settings: ProviderSettings) {
  return {
    enabled: true,
    defaultResource: () => settings.audience,
    useGrantedResource: () => true,
    getResourceServerInfo: () => ({
      scope: 'email',
      audience: settings.audience,
      accessTokenFormat: 'jwt' as const,
      accessTokenTTL: settings.accessTokenSeconds,
      jwt: { sign: { alg: 'RS256' as const } },
    }),
  };
}

/** Our own clients need no consent page. */
async function grantWithoutConsent({ oidc }: KoaContextWithOIDC, settings: ProviderSettings) {
  const { client, session, provider, result } = oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
  const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (existing !== undefined) return existing;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(userScope);
  grant.addResourceScope(settings.audience, 'email');
  await grant.save();
  return grant;
}
