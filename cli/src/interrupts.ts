/** Ctrl-C: once to stop in good order, twice to leave at once. */

import type { CliEnvironment } from './cli-environment.ts';
import { type ExitName, exitCode } from './exit-codes.ts';

export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly exit: ExitName;

  constructor(signal: 'SIGINT' | 'SIGTERM') {
    super(`stopped by ${signal}`);
    this.exit = signal === 'SIGTERM' ? 'terminated' : 'interrupted';
  }
}

export type Interrupts = {
  readonly signal: AbortSignal;
  /** What it was, once it happened. */
  readonly interrupted: () => Interrupted | null;
  stop(): void;
};

/** `leave` is called before leaving at once, to put the screen in order. */
export function listenForInterrupts(environment: CliEnvironment, leave: () => void): Interrupts {
  const controller = new AbortController();
  let interrupted: Interrupted | null = null;
  const stop = environment.onSignal((signal) => {
    if (interrupted) {
      leave();
      environment.exit(exitCode(interrupted.exit));
      return;
    }
    interrupted = new Interrupted(signal);
    controller.abort(interrupted);
  });
  return { signal: controller.signal, interrupted: () => interrupted, stop };
}
