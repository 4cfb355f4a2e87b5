/** The page notices that the service is away, keeps asking, and notices that it is back. */
import { ConnectionError } from '@octavo/sdk';
import { describe, expect, it, vi } from 'vitest';
import { ServiceState } from './service-state.ts';

const away = () => new ConnectionError('away', 'wait');

function scene(answers: readonly ('away' | 'ok')[]) {
  const left = [...answers];
  const health = vi.fn(async () => {
    if (left.shift() === 'away') throw away();
    return { status: 'ok' as const };
  });
  const state = new ServiceState({ service: { health } as never }, 1);
  const seen: boolean[] = [];
  state.subscribe(() => seen.push(state.isAway));
  return { state, seen, health };
}

describe('a service', () => {
  it('that does not answer is away until it does', async () => {
    const { state, seen, health } = scene(['away', 'away', 'ok']);
    state.notice(away());
    expect(state.isAway).toBe(true);
    await vi.waitFor(() => expect(seen).toEqual([true, false]));
    expect(health).toHaveBeenCalledTimes(3);
  });

  it('is asked once at a time, however many requests failed', async () => {
    const { state, seen, health } = scene(['ok']);
    state.notice(away());
    state.notice(away());
    await vi.waitFor(() => expect(seen).toEqual([true, false]));
    expect(health).toHaveBeenCalledTimes(1);
  });

  it('that refuses something is not away', () => {
    const { state } = scene([]);
    state.notice(new Error('404'));
    expect(state.isAway).toBe(false);
  });
});
