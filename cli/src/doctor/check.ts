/** The result of one check of `octavo doctor`. */
import type { ExitName } from '../exit-codes.ts';

export type Check = {
  readonly name: string;
  readonly outcome: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  readonly next?: string;
  /** The exit code if this is the first failed check. */
  readonly exit?: ExitName;
};

export const ok = (name: string, detail: string): Check => ({ name, outcome: 'ok', detail });

export const warning = (name: string, detail: string, next: string): Check => ({
  name,
  outcome: 'warning',
  detail,
  next,
});

export const failed = (name: string, detail: string, next: string, exit: ExitName): Check => ({
  name,
  outcome: 'failed',
  detail,
  next,
  exit,
});
