/** The state of a sign-in while the browser is at the provider: in session storage, used once, without tokens. */

export type PendingSignIn = {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Path, query and fragment to return to. */
  readonly returnTo: string;
  /** True for `prompt=none`: the provider responds without asking the user. */
  readonly isSilent: boolean;
};

const pendingKey = 'octavo.sign-in';
/** Set while a user is signed in, so that a reload tries a silent sign-in. */
const hintKey = 'octavo.was-signed-in';
/** Set while the browser is at the provider to end its session there. */
const signedOutKey = 'octavo.signed-out';

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
    // Without storage the user has to sign in again after a reload.
  }
}

export function keepSignedOut(): void {
  sessionStorage.setItem(signedOutKey, 'yes');
}

export function takeSignedOut(): boolean {
  const wasSet = sessionStorage.getItem(signedOutKey) === 'yes';
  sessionStorage.removeItem(signedOutKey);
  return wasSet;
}
