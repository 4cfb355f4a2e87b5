/** What the command line itself has to complain about: what happened, what to do next, and how to leave. */
import type { ExitName } from '../exit-codes.ts';

export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: string;
  readonly next: string;
  readonly exit: ExitName;

  constructor(code: string, exit: ExitName, happened: string, next: string, options?: ErrorOptions) {
    super(happened, options);
    this.code = code;
    this.exit = exit;
    this.next = next;
  }
}

/** The command line cannot be understood. */
export function usageError(happened: string, next: string): CliError {
  return new CliError('usage', 'usage', happened, next);
}
