/** Who is asking: an account on its plan, by an API key or by a session of the identity provider. */
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

/** One body for every reason: an attacker learns nothing from the difference. */
export function unauthorized(): OctavoError {
  return new OctavoError(
    'unauthorized',
    'Valid credentials are needed: an API key in X-Api-Key, or a session token in Authorization.',
  );
}
