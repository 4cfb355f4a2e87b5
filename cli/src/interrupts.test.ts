/** Ctrl-C once stops in an orderly way, twice exits immediately. */
import { expect, it } from 'vitest';
import { Interrupted, listenForInterrupts } from './interrupts.ts';
import { fakeEnvironment } from './testing/fake-environment.ts';

it('once: aborts the signal and leaves the rest to the command', () => {
  const environment = fakeEnvironment();
  const interrupts = listenForInterrupts(environment, () => {});
  expect([interrupts.signal.aborted, interrupts.interrupted()]).toEqual([false, null]);
  environment.interrupt();
  expect(interrupts.signal.reason).toBeInstanceOf(Interrupted);
  expect(interrupts.interrupted()?.exit).toBe('interrupted');
  expect(environment.exits).toEqual([]);
});

it('twice: restores the terminal and exits immediately', () => {
  const environment = fakeEnvironment();
  let isRestored = false;
  listenForInterrupts(environment, () => {
    isRestored = true;
  });
  environment.interrupt();
  environment.interrupt();
  expect([isRestored, environment.exits]).toEqual([true, [130]]);
});

it('SIGTERM: another exit code', () => {
  const environment = fakeEnvironment();
  const interrupts = listenForInterrupts(environment, () => {});
  environment.interrupt('SIGTERM');
  expect(interrupts.interrupted()?.exit).toBe('terminated');
});

it('ignores signals after stop', () => {
  const environment = fakeEnvironment();
  const interrupts = listenForInterrupts(environment, () => {});
  interrupts.stop();
  environment.interrupt();
  expect(interrupts.signal.aborted).toBe(false);
});
