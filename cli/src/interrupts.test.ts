/** Ctrl-C once stops in good order, twice leaves at once. */
import { expect, it } from 'vitest';
import { Interrupted, listenForInterrupts } from './interrupts.ts';
import { fakeEnvironment } from './testing/fake-environment.ts';

it('once: fires the signal with its reason and leaves the rest to the command', () => {
  const environment = fakeEnvironment();
  const interrupts = listenForInterrupts(environment, () => {});
  expect([interrupts.signal.aborted, interrupts.interrupted()]).toEqual([false, null]);
  environment.interrupt();
  expect(interrupts.signal.reason).toBeInstanceOf(Interrupted);
  expect(interrupts.interrupted()?.exit).toBe('interrupted');
  expect(environment.exits).toEqual([]);
});

it('twice: puts the screen in order and leaves at once', () => {
  const environment = fakeEnvironment();
  let isInOrder = false;
  listenForInterrupts(environment, () => {
    isInOrder = true;
  });
  environment.interrupt();
  environment.interrupt();
  expect([isInOrder, environment.exits]).toEqual([true, [130]]);
});

it('ended from outside: another code', () => {
  const environment = fakeEnvironment();
  const interrupts = listenForInterrupts(environment, () => {});
  environment.interrupt('SIGTERM');
  expect(interrupts.interrupted()?.exit).toBe('terminated');
});

it('hears nothing any more once it was told to stop', () => {
  const environment = fakeEnvironment();
  const interrupts = listenForInterrupts(environment, () => {});
  interrupts.stop();
  environment.interrupt();
  expect(interrupts.signal.aborted).toBe(false);
});
