/** The page notices that the service is away, keeps asking, and notices that it is back. */
import { ConnectionError } from '@octavo/sdk';
import { describe, expect, it, vi } from 'vitest';
import { ServiceMonitor } from './service-monitor.ts';

const away = () => new ConnectionError('away', 'wait');

function scene(answers: readonly ('away' | 'ok')[]) {
  const left = [...answers];
  const health = vi.fn(async () => {
    if (left.shift() === 'away') throw away();
    return { status: 'ok' as const };
  });
  const state = new ServiceMonitor({ service: { health } as never }, 1);
  const seen: boolean[] = [];
  state.subscribe(() => seen.push(state.isUnreachable));
  return { state, seen, health };
}

describe('a service', () => {
  it('that does not answer is away until it does', async () => {
    const { state, seen, health } = scene(['away', 'away', 'ok']);
    state.reportError(away());
    expect(state.isUnreachable).toBe(true);
    await vi.waitFor(() => expect(seen).toEqual([true, false]));
    expect(health).toHaveBeenCalledTimes(3);
  });

  it('is asked once at a time, however many requests failed', async () => {
    const { state, seen, health } = scene(['ok']);
    state.reportError(away());
    state.reportError(away());
    await vi.waitFor(() => expect(seen).toEqual([true, false]));
    expect(health).toHaveBeenCalledTimes(1);
  });

  it('that refuses something is not away', () => {
    const { state } = scene([]);
    state.reportError(new Error('404'));
    expect(state.isUnreachable).toBe(false);
  });
});
