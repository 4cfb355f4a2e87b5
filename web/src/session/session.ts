/**
 * The session of the user. Tokens are kept in memory only, not in storage or the query cache. After a reload they are
 * requested again from the identity provider, which has its own session.
 */

import { type OidcProvider, SignInCancelledError, SignInNeededError, type Tokens } from './oidc-provider.ts';
import {
  keepSignedOut,
  rememberSignedIn,
  takePending,
  takeSignedOut,
  wasSignedIn,
} from './pending-sign-in.ts';
import { SessionExpiredError } from './session-expired-error.ts';

export type SessionState =
  /**
   * `ended`: an earlier session of this browser is over. `failed`: sign-in did not succeed. `left`: the user signed out.
   * A sign-in that the user cancelled is `none`.
   */
  | { readonly kind: 'signed-out'; readonly reason: 'none' | 'ended' | 'failed' | 'left' }
  | { readonly kind: 'signed-in' }
  /** The session ended while the dashboard was open; the page stays visible behind a dialog. */
  | { readonly kind: 'expired' };

type SignInProvider = Pick<OidcProvider, 'startSignIn' | 'finishSignIn' | 'renew' | 'signOut'>;

function reasonOf(error: unknown, isSilent: boolean): 'none' | 'ended' | 'failed' {
  if (error instanceof SignInCancelledError) return 'none';
  return isSilent && error instanceof SignInNeededError ? 'ended' : 'failed';
}

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

  /** Called on page load. True when the browser is being redirected to the provider, so nothing must be rendered. */
  async resume(returnTo: string): Promise<boolean> {
    if (takeSignedOut()) this.#set({ kind: 'signed-out', reason: 'left' });
    if (!wasSignedIn()) return false;
    await this.#provider.startSignIn(returnTo, true);
    return true;
  }

  /** Called on the redirect URI. Returns the path to continue at. */
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
      this.#set({ kind: 'signed-out', reason: reasonOf(error, pending.isSilent) });
    }
    return pending.returnTo;
  }

  /** Redirects to the provider. */
  signIn(returnTo: string): Promise<void> {
    return this.#provider.startSignIn(returnTo, false);
  }

  async signOut(): Promise<void> {
    const tokens = this.#tokens;
    this.#tokens = null;
    rememberSignedIn(false);
    keepSignedOut();
    this.#set({ kind: 'signed-out', reason: 'left' });
    await this.#provider.signOut(tokens);
  }

  /** Called by the SDK before every request; with `refresh` after the API rejected the last token. */
  token = async ({ refresh }: { readonly refresh: boolean }): Promise<string> => {
    if (this.#tokens === null) throw new SessionExpiredError('not signed in');
    if (!refresh && this.#now() < this.#tokens.renewAtMs) return this.#tokens.accessToken;
    return (await this.#renewOnce(this.#tokens)).accessToken;
  };

  /** Concurrent requests share one renewal: providers treat a second use of a refresh token as theft. */
  #renewOnce(tokens: Tokens): Promise<Tokens> {
    this.#renewal ??= this.#renew(tokens).finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  async #renew(tokens: Tokens): Promise<Tokens> {
    try {
      const next = await this.#provider.renew(tokens);
      // The user signed out meanwhile: a late response must not restore the session.
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
