/** Ctrl-C once stops in good order, twice leaves at once. */
import { expect, it } from 'vitest';
import { fakeWorld } from '../testing/fake-world.ts';
import { Interrupted, listenForInterrupts } from './interrupt.ts';

it('once: fires the signal with its reason and leaves the rest to the command', () => {
  const world = fakeWorld();
  const interrupts = listenForInterrupts(world, () => {});
  expect([interrupts.signal.aborted, interrupts.interrupted()]).toEqual([false, null]);
  world.interrupt();
  expect(interrupts.signal.reason).toBeInstanceOf(Interrupted);
  expect(interrupts.interrupted()?.exit).toBe('interrupted');
  expect(world.exits).toEqual([]);
});

it('twice: puts the screen in order and leaves at once', () => {
  const world = fakeWorld();
  let isInOrder = false;
  listenForInterrupts(world, () => {
    isInOrder = true;
  });
  world.interrupt();
  world.interrupt();
  expect([isInOrder, world.exits]).toEqual([true, [130]]);
});

it('ended from outside: another code', () => {
  const world = fakeWorld();
  const interrupts = listenForInterrupts(world, () => {});
  world.interrupt('SIGTERM');
  expect(interrupts.interrupted()?.exit).toBe('terminated');
});

it('hears nothing any more once it was told to stop', () => {
  const world = fakeWorld();
  const interrupts = listenForInterrupts(world, () => {});
  interrupts.stop();
  world.interrupt();
  expect(interrupts.signal.aborted).toBe(false);
});
