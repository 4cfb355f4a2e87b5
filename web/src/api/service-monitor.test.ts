/** An unreachable API is detected, polled, and detected as back. */
import { ConnectionError } from '@octavo/sdk';
import { describe, expect, it, vi } from 'vitest';
import { ServiceMonitor } from './service-monitor.ts';

const connectionError = () => new ConnectionError('unreachable', 'wait');

function setUp(answers: readonly ('unreachable' | 'ok')[]) {
  const left = [...answers];
  const health = vi.fn(async () => {
    if (left.shift() === 'unreachable') throw connectionError();
    return { status: 'ok' as const };
  });
  const state = new ServiceMonitor({ service: { health } as never }, 1);
  const seen: boolean[] = [];
  state.subscribe(() => seen.push(state.isUnreachable));
  return { state, seen, health };
}

describe('the API', () => {
  it('is unreachable until it responds', async () => {
    const { state, seen, health } = setUp(['unreachable', 'unreachable', 'ok']);
    state.reportError(connectionError());
    expect(state.isUnreachable).toBe(true);
    await vi.waitFor(() => expect(seen).toEqual([true, false]));
    expect(health).toHaveBeenCalledTimes(3);
  });

  it('is polled once at a time, however many requests failed', async () => {
    const { state, seen, health } = setUp(['ok']);
    state.reportError(connectionError());
    state.reportError(connectionError());
    await vi.waitFor(() => expect(seen).toEqual([true, false]));
    expect(health).toHaveBeenCalledTimes(1);
  });

  it('is not unreachable when it rejects a request', () => {
    const { state } = setUp([]);
    state.reportError(new Error('404'));
    expect(state.isUnreachable).toBe(false);
  });
});
