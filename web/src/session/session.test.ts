/** Sessions: sign-in, one shared token renewal, expiry and sign-out. */
// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SignInCancelledError, SignInNeededError, type Tokens } from './oidc-provider.ts';
import { keepPending, wasSignedIn } from './pending-sign-in.ts';
import { Session } from './session.ts';
import { SessionExpiredError } from './session-expired-error.ts';

const pending = { state: 's', nonce: 'n', verifier: 'v', returnTo: '/app/jobs?page=2', isSilent: false };
const callback = new URL('https://octavo.example.com/app/signed-in?code=c&state=s');

const tokens = (accessToken: string, renewAtMs = 1_000): Tokens => ({
  accessToken,
  renewAtMs,
  refreshToken: `refresh-${accessToken}`,
  idToken: null,
});

function scene(clock = { now: 0 }) {
  const provider = {
    startSignIn: vi.fn(async () => {}),
    finishSignIn: vi.fn(async () => tokens('first')),
    renew: vi.fn(async (_: Tokens) => tokens('second', 2_000)),
    signOut: vi.fn(async () => true),
  };
  return { provider, clock, session: new Session(provider, () => clock.now) };
}

async function signedIn() {
  const all = scene();
  keepPending(pending);
  await all.session.finish(callback, '/app/');
  return all;
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('signing in', () => {
  it('returns to where the user was', async () => {
    const { session } = scene();
    keepPending(pending);
    expect(await session.finish(callback, '/app/')).toBe('/app/jobs?page=2');
    expect(session.state).toEqual({ kind: 'signed-in' });
  });

  it('stores no token, only that there was a session', async () => {
    await signedIn();
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('first');
    expect(wasSignedIn()).toBe(true);
  });

  it('is rejected without a request from this tab; a request can be used once', async () => {
    const { session, provider } = scene();
    expect(await session.finish(callback, '/app/')).toBe('/app/');
    keepPending(pending);
    await session.finish(callback, '/app/');
    await session.finish(callback, '/app/');
    expect(provider.finishSignIn).toHaveBeenCalledTimes(1);
    expect(session.state).toEqual({ kind: 'signed-out', reason: 'failed' });
  });

  it('that failed is reported, and a reload does not retry', async () => {
    const { session, provider } = scene();
    provider.finishSignIn.mockRejectedValue(new Error('access_denied'));
    keepPending(pending);
    await session.finish(callback, '/app/');
    expect(session.state).toEqual({ kind: 'signed-out', reason: 'failed' });
    expect(await session.resume('/app/')).toBe(false);
  });
});

describe('leaving', () => {
  it('without signing in is no failure', async () => {
    const { session, provider } = scene();
    provider.finishSignIn.mockRejectedValue(new SignInCancelledError('access_denied'));
    keepPending(pending);
    await session.finish(callback, '/app/');
    expect(session.state).toEqual({ kind: 'signed-out', reason: 'none' });
  });

  it('by signing out is said once, after the provider has been visited', async () => {
    const { session } = await signedIn();
    await session.signOut();
    expect(session.state).toEqual({ kind: 'signed-out', reason: 'left' });
    const next = scene().session;
    expect(await next.resume('/app/')).toBe(false);
    expect(next.state).toEqual({ kind: 'signed-out', reason: 'left' });
    const later = scene().session;
    await later.resume('/app/');
    expect(later.state).toEqual({ kind: 'signed-out', reason: 'none' });
  });
});

describe('a reload', () => {
  it('signs in silently, and only if a user was signed in', async () => {
    const { session, provider } = scene();
    expect(await session.resume('/app/usage')).toBe(false);
    localStorage.setItem('octavo.was-signed-in', 'yes');
    expect(await session.resume('/app/usage')).toBe(true);
    expect(provider.startSignIn).toHaveBeenCalledExactlyOnceWith('/app/usage', true);
  });

  it('after the session of the provider ended shows the sign-in page, once', async () => {
    const { session, provider } = scene();
    localStorage.setItem('octavo.was-signed-in', 'yes');
    provider.finishSignIn.mockRejectedValue(new SignInNeededError('login_required'));
    keepPending({ ...pending, isSilent: true });
    expect(await session.finish(callback, '/app/')).toBe('/app/jobs?page=2');
    expect(session.state).toEqual({ kind: 'signed-out', reason: 'ended' });
    expect(await session.resume('/app/')).toBe(false);
  });
});

describe('the token', () => {
  it('is renewed when it is due or was rejected, not before', async () => {
    const { session, provider, clock } = await signedIn();
    expect(await session.token({ refresh: false })).toBe('first');
    clock.now = 1_000;
    expect(await session.token({ refresh: false })).toBe('second');
    expect(await session.token({ refresh: true })).toBe('second');
    expect(provider.renew).toHaveBeenCalledTimes(2);
  });

  it('is renewed once for all concurrent requests', async () => {
    const { session, provider, clock } = await signedIn();
    clock.now = 1_000;
    const asked = await Promise.all([1, 2, 3].map(() => session.token({ refresh: false })));
    expect(asked).toEqual(['second', 'second', 'second']);
    expect(provider.renew).toHaveBeenCalledTimes(1);
  });

  it('that cannot be renewed ends the session', async () => {
    const { session, provider, clock } = await signedIn();
    provider.renew.mockRejectedValue(new SignInNeededError('refused'));
    clock.now = 1_000;
    await expect(session.token({ refresh: false })).rejects.toThrow(SessionExpiredError);
    expect(session.state).toEqual({ kind: 'expired' });
  });

  it('survives a temporarily unreachable provider', async () => {
    const { session, provider, clock } = await signedIn();
    provider.renew.mockRejectedValueOnce(new TypeError('network'));
    clock.now = 1_000;
    await expect(session.token({ refresh: false })).rejects.toThrow('network');
    expect(session.state).toEqual({ kind: 'signed-in' });
    expect(await session.token({ refresh: false })).toBe('second');
  });
});

describe('signing out', () => {
  it('clears the session and notifies the provider', async () => {
    const { session, provider } = await signedIn();
    await session.signOut();
    expect(session.state).toEqual({ kind: 'signed-out', reason: 'left' });
    expect(wasSignedIn()).toBe(false);
    expect(provider.signOut).toHaveBeenCalledWith(tokens('first'));
    await expect(session.token({ refresh: false })).rejects.toThrow(SessionExpiredError);
  });

  it('is not undone by a renewal that arrives late', async () => {
    const { session, provider, clock } = await signedIn();
    let arrive: (next: Tokens) => void = () => {};
    provider.renew.mockReturnValue(
      new Promise((resolve) => {
        arrive = resolve;
      }),
    );
    clock.now = 1_000;
    const asked = session.token({ refresh: false });
    const refused = expect(asked).rejects.toThrow(SessionExpiredError);
    await session.signOut();
    arrive(tokens('late'));
    await refused;
    expect(session.state).toEqual({ kind: 'signed-out', reason: 'left' });
    await expect(session.token({ refresh: false })).rejects.toThrow(SessionExpiredError);
  });
});
