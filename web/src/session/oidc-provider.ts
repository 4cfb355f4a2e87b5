/** Client of the OpenID provider: authorization code flow with PKCE, token refresh and sign-out. It stores no tokens. */
import * as oauth from 'oauth4webapi';
import type { DashboardConfig } from './config.ts';
import { keepPending, type PendingSignIn } from './pending-sign-in.ts';

export type Tokens = {
  readonly accessToken: string;
  /** Earlier than the expiry, so that no token expires during a request. */
  readonly renewAtMs: number;
  readonly refreshToken: string | null;
  readonly idToken: string | null;
};

/** The provider requires the user to sign in. */
export class SignInNeededError extends Error {
  override readonly name = 'SignInNeededError';
}

/** The user left the provider's page without signing in. */
export class SignInCancelledError extends Error {
  override readonly name = 'SignInCancelledError';
}

const requestTimeoutMs = 15_000;
/** For providers that do not report `expires_in`. */
const defaultLifetimeSeconds = 300;
const renewalMarginMs = 30_000;
/** Errors of `prompt=none` that mean the user has to sign in or confirm something. */
const needsUser = [
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
];

export class OidcProvider {
  readonly #config: DashboardConfig;
  readonly #redirectUri: string;
  readonly #pageUrl: string;
  #metadata: Promise<oauth.AuthorizationServer> | undefined;

  constructor(config: DashboardConfig, pageUrl: string) {
    this.#config = config;
    this.#pageUrl = pageUrl;
    this.#redirectUri = new URL('signed-in', pageUrl).href;
  }

  /** Redirects to the provider. */
  async startSignIn(returnTo: string, isSilent: boolean): Promise<void> {
    const server = await this.#server();
    if (server.authorization_endpoint === undefined) throw new Error('the provider has no sign-in page');
    const verifier = oauth.generateRandomCodeVerifier();
    const pending: PendingSignIn = {
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      verifier,
      returnTo,
      isSilent,
    };
    const url = new URL(server.authorization_endpoint);
    const parameters = {
      ...this.#config.signInParameters,
      client_id: this.#config.clientId,
      redirect_uri: this.#redirectUri,
      response_type: 'code',
      scope: this.#config.scope,
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(isSilent ? { prompt: 'none' } : {}),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    keepPending(pending);
    location.assign(url);
  }

  async finishSignIn(callback: URL, pending: PendingSignIn): Promise<Tokens> {
    const server = await this.#server();
    const parameters = translateRefusal(() =>
      oauth.validateAuthResponse(server, this.#client, callback, pending.state),
    );
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      this.#client,
      oauth.None(),
      parameters,
      this.#redirectUri,
      pending.verifier,
      this.#requestOptions(),
    );
    const answer = await oauth.processAuthorizationCodeResponse(server, this.#client, response, {
      expectedNonce: pending.nonce,
      requireIdToken: true,
    });
    return tokensFrom(answer, null);
  }

  /** Throws `SignInNeededError` if the refresh token was rejected; other errors are temporary. */
  async renew(tokens: Tokens): Promise<Tokens> {
    if (tokens.refreshToken === null) throw new SignInNeededError('there is no refresh token');
    const server = await this.#server();
    const response = await oauth.refreshTokenGrantRequest(
      server,
      this.#client,
      oauth.None(),
      tokens.refreshToken,
      this.#requestOptions(),
    );
    try {
      return tokensFrom(await oauth.processRefreshTokenResponse(server, this.#client, response), tokens);
    } catch (error) {
      throw error instanceof oauth.ResponseBodyError
        ? new SignInNeededError('the refresh token was refused', { cause: error })
        : error;
    }
  }

  /** Also ends the provider's session by redirecting to it; returns false if the provider does not support that. */
  async signOut(tokens: Tokens | null): Promise<boolean> {
    const server = await this.#server();
    if (tokens?.refreshToken && server.revocation_endpoint !== undefined) {
      await oauth
        .revocationRequest(server, this.#client, oauth.None(), tokens.refreshToken, this.#requestOptions())
        .catch(() => {});
    }
    if (server.end_session_endpoint === undefined) return false;
    const url = new URL(server.end_session_endpoint);
    url.searchParams.set('client_id', this.#config.clientId);
    url.searchParams.set('post_logout_redirect_uri', this.#pageUrl);
    if (tokens?.idToken) url.searchParams.set('id_token_hint', tokens.idToken);
    location.assign(url);
    return true;
  }

  get #client(): oauth.Client {
    return { client_id: this.#config.clientId };
  }

  /** Plain HTTP is allowed for local development providers. */
  #requestOptions() {
    const isPlain = new URL(this.#config.issuer).protocol === 'http:';
    return {
      signal: () => AbortSignal.timeout(requestTimeoutMs),
      ...(isPlain ? { [oauth.allowInsecureRequests]: true } : {}),
    };
  }

  #server(): Promise<oauth.AuthorizationServer> {
    this.#metadata ??= this.#discover().catch((error: unknown) => {
      this.#metadata = undefined;
      throw error;
    });
    return this.#metadata;
  }

  async #discover(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(this.#config.issuer);
    const response = await oauth.discoveryRequest(issuer, { algorithm: 'oidc', ...this.#requestOptions() });
    return oauth.processDiscoveryResponse(issuer, response);
  }
}

function translateRefusal<Result>(check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof oauth.AuthorizationResponseError)) throw error;
    if (error.error === 'access_denied') throw new SignInCancelledError(error.error, { cause: error });
    throw needsUser.includes(error.error) ? new SignInNeededError(error.error, { cause: error }) : error;
  }
}

function tokensFrom(answer: oauth.TokenEndpointResponse, before: Tokens | null): Tokens {
  const lifetimeMs = (answer.expires_in ?? defaultLifetimeSeconds) * 1_000;
  return {
    accessToken: answer.access_token,
    renewAtMs: Date.now() + Math.max(lifetimeMs - renewalMarginMs, lifetimeMs / 2),
    refreshToken: answer.refresh_token ?? before?.refreshToken ?? null,
    idToken: answer.id_token ?? before?.idToken ?? null,
  };
}
