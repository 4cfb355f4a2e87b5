/** What an operator's command is: its help, its arguments and the ports it uses. */
import type { Rerun } from '../actions/rerun-job.ts';
import type { Plans } from '../domain/plan.ts';
import type { SealingKeys } from '../domain/sealing.ts';
import type { Clock } from '../ports/clock.ts';
import type { Finding } from '../ports/health-check.ts';
import type { StoredOutput } from '../ports/stats.ts';
import type { Store } from '../ports/store.ts';

export type AdminPorts = {
  readonly store: Pick<Store, 'accounts' | 'apiKeys' | 'jobs' | 'receipts' | 'retention' | 'webhooks'>;
  readonly plans: Plans;
  readonly clock: Clock;
  /** Default issuer of new accounts. */
  readonly issuer: string;
  readonly sealingKeys: SealingKeys;
  /** Runs the health checks of the installation. */
  readonly runHealthChecks: () => Promise<readonly Finding[]>;
  /** Outputs of done jobs that are missing in storage. */
  readonly findMissingOutputs: () => Promise<readonly StoredOutput[]>;
  readonly rerunJob: (jobId: string) => Promise<Rerun>;
};

export type Arguments = {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
};
export type Row = Readonly<Record<string, unknown>>;

/** A mistake of the operator: only its message is printed. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function required(value: string | undefined, what: string): string {
  if (value === undefined || value === '') throw new UsageError(`${what} is missing`);
  return value;
}

export type Command = {
  /** Positional arguments, then the required options: `ACCOUNT TIER`. */
  readonly usage: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** More about it, for its own help. */
  readonly details?: string;
  /** Flags with their description. */
  readonly options?: Readonly<Record<string, string>>;
  /** What to type after `npm run admin --`. */
  readonly example?: string;
  readonly run: (ports: AdminPorts, args: Arguments) => Promise<readonly Row[]>;
};

export type Commands = Readonly<Record<string, Command>>;
