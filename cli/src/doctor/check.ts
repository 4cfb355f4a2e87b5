/** One thing that was looked at, and what came of it. */
import type { ExitName } from '../exit-codes.ts';

export type Check = {
  readonly name: string;
  readonly outcome: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  readonly next?: string;
  /** How the command ends if this is the first thing that failed. */
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
