/** Ctrl-C: once stops in an orderly way, twice exits immediately. */

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
  /** The interrupt, if there was one. */
  readonly interrupted: () => Interrupted | null;
  stop(): void;
};

/** `beforeExit` is called before the process exits immediately, to restore the terminal. */
export function listenForInterrupts(environment: CliEnvironment, beforeExit: () => void): Interrupts {
  const controller = new AbortController();
  let interrupted: Interrupted | null = null;
  const stop = environment.onSignal((signal) => {
    if (interrupted) {
      beforeExit();
      environment.exit(exitCode(interrupted.exit));
      return;
    }
    interrupted = new Interrupted(signal);
    controller.abort(interrupted);
  });
  return { signal: controller.signal, interrupted: () => interrupted, stop };
}
