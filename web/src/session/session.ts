/**
 * Who is signed in. Tokens live in this object and nowhere else: not in storage, not in the query cache. A reload
 * forgets them and asks the provider again, which still knows the user.
 */

import { type OidcProvider, SignInNeededError, type Tokens } from './oidc-provider.ts';
import { rememberSignedIn, takePending, wasSignedIn } from './pending-sign-in.ts';

export type SessionState =
  /** `ended` says that a session of this browser is over; `failed` that signing in did not work. */
  | { readonly kind: 'signed-out'; readonly reason: 'none' | 'ended' | 'failed' }
  | { readonly kind: 'signed-in' }
  /** Was signed in a moment ago, with work on the screen. */
  | { readonly kind: 'expired' };

export class SessionExpiredError extends Error {
  override readonly name = 'SessionExpiredError';
}

type SignInProvider = Pick<OidcProvider, 'startSignIn' | 'finishSignIn' | 'renew' | 'signOut'>;

export class Session {
  #state: SessionState = { kind: 'signed-out', reason: 'none' };
  #tokens: Tokens | null = null;
  #renewal: Promise<Tokens> | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #provider: SignInProvider;
  readonly #now: () => number;

  constructor(provider: SignInProvider, now: () => number = Date.now) {
    this.#provider = provider;
    this.#now = now;
  }

  get state(): SessionState {
    return this.#state;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** For the first visit of a page: true when the browser is on its way to the provider and nothing is to be shown. */
  async resume(returnTo: string): Promise<boolean> {
    if (!wasSignedIn()) return false;
    await this.#provider.startSignIn(returnTo, true);
    return true;
  }

  /** For the page the provider sends people back to: where to go on. */
  async finish(callback: URL, fallback: string): Promise<string> {
    const pending = takePending();
    if (pending === null) {
      this.#set({ kind: 'signed-out', reason: 'failed' });
      return fallback;
    }
    try {
      this.#tokens = await this.#provider.finishSignIn(callback, pending);
      rememberSignedIn(true);
      this.#set({ kind: 'signed-in' });
    } catch (error) {
      rememberSignedIn(false);
      const isOver = pending.isSilent && error instanceof SignInNeededError;
      this.#set({ kind: 'signed-out', reason: isOver ? 'ended' : 'failed' });
    }
    return pending.returnTo;
  }

  /** Leaves the page. */
  signIn(returnTo: string): Promise<void> {
    return this.#provider.startSignIn(returnTo, false);
  }

  async signOut(): Promise<void> {
    const tokens = this.#tokens;
    this.#tokens = null;
    rememberSignedIn(false);
    this.#set({ kind: 'signed-out', reason: 'none' });
    await this.#provider.signOut(tokens);
  }

  /** The SDK asks before every request, and with `refresh` when the service refused the last token. */
  token = async ({ refresh }: { readonly refresh: boolean }): Promise<string> => {
    if (this.#tokens === null) throw new SessionExpiredError('nobody is signed in');
    if (!refresh && this.#now() < this.#tokens.renewAtMs) return this.#tokens.accessToken;
    return (await this.#renewOnce(this.#tokens)).accessToken;
  };

  /** However many requests wait for it, a refresh token is used once: providers take a second use for theft. */
  #renewOnce(tokens: Tokens): Promise<Tokens> {
    this.#renewal ??= this.#renew(tokens).finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  async #renew(tokens: Tokens): Promise<Tokens> {
    try {
      const next = await this.#provider.renew(tokens);
      // Signed out meanwhile: what arrives late must not bring the session back.
      if (this.#tokens !== tokens) throw new SessionExpiredError('signed out');
      this.#tokens = next;
      return next;
    } catch (error) {
      if (!(error instanceof SignInNeededError)) throw error;
      if (this.#tokens === tokens) {
        this.#tokens = null;
        this.#set({ kind: 'expired' });
      }
      throw new SessionExpiredError('the session has ended', { cause: error });
    }
  }

  #set(state: SessionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
