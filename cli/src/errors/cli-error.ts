/** An error of the command line itself: what happened, what to do next, and the exit code. */
import type { ExitName } from '../exit-codes.ts';

export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: string;
  readonly next: string;
  readonly exit: ExitName;

  constructor(code: string, exit: ExitName, message: string, next: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.exit = exit;
    this.next = next;
  }
}

/** The command line or the settings are invalid. */
export function usageError(message: string, next: string): CliError {
  return new CliError('usage', 'usage', message, next);
}
