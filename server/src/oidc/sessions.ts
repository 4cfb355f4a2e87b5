/** Verifies session tokens of any OpenID provider with its published keys. */
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import type { Identity } from '../domain/account.ts';
import { OctavoError, unavailable } from '../domain/errors.ts';
import type { Sessions } from '../ports/sessions.ts';

export type SessionSettings = {
  readonly issuer: string;
  readonly audience: string;
  /** Maximum age of cached keys. */
  readonly keysMaxAgeMs?: number;
};

/** Asymmetric only, so that verifying a token does not allow creating one. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const timeoutMs = 5_000;

type KeySet = ReturnType<typeof createRemoteJWKSet>;

async function discoverKeys({ issuer, keysMaxAgeMs = 600_000 }: SessionSettings): Promise<KeySet> {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) throw new Error(`the discovery document: status ${answer.status}`);
  const { jwks_uri: jwksUri } = (await answer.json()) as { jwks_uri?: unknown };
  if (typeof jwksUri !== 'string') throw new Error('the discovery document names no jwks_uri');
  return createRemoteJWKSet(new URL(jwksUri), {
    timeoutDuration: timeoutMs,
    // An unknown key id fetches the keys again, but at most once per cooldown.
    cooldownDuration: 30_000,
    cacheMaxAge: keysMaxAgeMs,
  });
}

/** Some providers send it as a string. */
const isUnverified = (claim: unknown) => claim === false || claim === 'false';

/** `null` for a token without an address, which belongs to a machine. */
function toIdentity(claims: JWTPayload): Identity | null {
  const { iss: issuer, sub: subject, email, email_verified: verified, iat } = claims;
  if (!issuer || !subject || typeof email !== 'string' || email === '') return null;
  // Operators identify accounts by address, so an unverified address must not create one.
  if (isUnverified(verified)) {
    throw new OctavoError(
      'email_not_verified',
      'Your e-mail address is not verified. Verify it, then sign in again.',
    );
  }
  return { issuer, subject, email, ...(iat !== undefined && { issuedAt: new Date(iat * 1_000) }) };
}

/** The token is invalid; any other error means that the provider could not be reached. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    error.code !== 'ERR_JOSE_GENERIC'
  );
}

async function verifyWith(
  settings: SessionSettings,
  token: string,
  keys: JWTVerifyGetKey,
): Promise<Identity | null> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: settings.issuer,
      audience: settings.audience,
      algorithms,
      requiredClaims: ['exp', 'sub'],
      clockTolerance: 5,
    });
    return toIdentity(payload);
  } catch (error) {
    if (isRefusal(error) && !(error instanceof errors.JWKSNoMatchingKey)) return null;
    throw error;
  }
}

export function openSessions(settings: SessionSettings): Sessions {
  let discovered: Promise<KeySet> | undefined;
  const keySet = () => {
    discovered ??= discoverKeys(settings).catch((error) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  };

  /** While the provider is unavailable, its cached keys are used. */
  async function verifyWithKnownKeys(token: string, cause: unknown): Promise<Identity | null> {
    const known = (await discovered?.catch(() => undefined))?.jwks();
    if (!known) throw unavailable('identity provider', cause);
    return verifyWith(settings, token, createLocalJWKSet(known)).catch((error) => {
      if (error instanceof OctavoError) throw error;
      throw unavailable('identity provider', error);
    });
  }

  return {
    verify: async (token) => {
      try {
        return await verifyWith(settings, token, await keySet());
      } catch (error) {
        // The provider does not have this key.
        if (error instanceof errors.JWKSNoMatchingKey) return null;
        if (error instanceof OctavoError) throw error;
        return verifyWithKnownKeys(token, error);
      }
    },
  };
}
