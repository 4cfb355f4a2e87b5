/** What must outlive the way to the provider and back: one use, this tab only, no token among it. */

export type PendingSignIn = {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Where the user was, as path, query and fragment below this origin. */
  readonly returnTo: string;
  /** Nobody was asked: the provider was to answer from its own session. */
  readonly isSilent: boolean;
};

const pendingKey = 'octavo.sign-in';
/** Says only that somebody was signed in here, so that a reload may ask the provider without a page of its own. */
const hintKey = 'octavo.was-signed-in';

export function keepPending(pending: PendingSignIn): void {
  sessionStorage.setItem(pendingKey, JSON.stringify(pending));
}

export function takePending(): PendingSignIn | null {
  const text = sessionStorage.getItem(pendingKey);
  sessionStorage.removeItem(pendingKey);
  return text === null ? null : (JSON.parse(text) as PendingSignIn);
}

export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(hintKey) === 'yes';
  } catch {
    return false;
  }
}

export function rememberSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(hintKey, 'yes');
    else localStorage.removeItem(hintKey);
  } catch {
    // Without storage a reload asks the user to sign in again.
  }
}
