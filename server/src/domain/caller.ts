/** The caller of a request: an account on its plan, authenticated by an API key or a session. */
import type { Account } from './account.ts';
import { OctavoError } from './errors.ts';
import type { Plan } from './plan.ts';

export type Credentials = { readonly apiKey: string | undefined; readonly bearerToken: string | undefined };

export type Caller = {
  readonly account: Account;
  readonly plan: Plan;
  /** `null` for a session. */
  readonly apiKeyId: string | null;
};

/** The same body for every reason, so that an attacker learns nothing from the difference. */
export function unauthorized(): OctavoError {
  return new OctavoError(
    'unauthorized',
    'Valid credentials are needed: an API key in X-Api-Key, or a session token in Authorization.',
  );
}
