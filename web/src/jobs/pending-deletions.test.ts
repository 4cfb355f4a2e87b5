/** A deletion can be undone for a while, then happens exactly once. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PendingDeletions } from './pending-deletions.ts';

function scene(deleteJob = vi.fn(async (_: string) => {})) {
  const onFailed = vi.fn();
  return { deleteJob, onFailed, deletions: new PendingDeletions({ deleteJob, onFailed, graceMs: 1_000 }) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a deletion', () => {
  it('happens once, after the undo period', async () => {
    const { deletions, deleteJob } = scene();
    deletions.add('a');
    deletions.add('a');
    await vi.advanceTimersByTimeAsync(999);
    expect(deleteJob).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(deleteJob).toHaveBeenCalledExactlyOnceWith('a');
    expect(deletions.ids.has('a')).toBe(true);
    expect(deletions.undo('a')).toBe(false);
  });

  it('that is undone never happens', async () => {
    const { deletions, deleteJob } = scene();
    deletions.add('a');
    expect(deletions.canUndo('a')).toBe(true);
    expect(deletions.undo('a')).toBe(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(deleteJob).not.toHaveBeenCalled();
    expect(deletions.ids.size).toBe(0);
  });

  it('happens at once when the page is left', async () => {
    const { deletions, deleteJob } = scene();
    deletions.add('a');
    deletions.add('b');
    deletions.flush();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(deleteJob.mock.calls).toEqual([['a'], ['b']]);
  });

  it('that fails restores the job and reports the error', async () => {
    const { deletions, onFailed } = scene(vi.fn(async () => Promise.reject(new Error('away'))));
    deletions.add('a');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(deletions.ids.size).toBe(0);
    expect(onFailed).toHaveBeenCalledExactlyOnceWith('a', expect.objectContaining({ message: 'away' }));
  });
});
