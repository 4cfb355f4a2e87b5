/** What the suite knows about the service under test: its addresses, and who may call it. */
import { inject } from 'vitest';

export type Tier = 'free' | 'pro' | 'business';

export type Account = { readonly session: string; readonly email?: string };

/** The file given with `--credentials`; the suite's own stack writes the same thing about itself. */
export type Credentials = Readonly<Record<Tier | 'other', Account>> & {
  /** Every address that answers for the service; the base URL alone if absent. */
  readonly nodes?: readonly string[];
  /** URL of the control server, which creates accounts, changes tiers and issues unusual tokens. Only the suite's own stack has one. */
  readonly controlServer?: string;
  /** Beginning of every signed URL, where it is known. */
  readonly storage?: string;
};

/** What can be seen of the machine when the stack is the suite's own; the measured runs need it. */
export type OwnStack = {
  readonly apiPids: readonly number[];
  readonly tempDirectory: string;
  readonly databaseUrl: string;
  /** The one address of this machine that webhooks may reach; every other is closed to them. */
  readonly webhookHost: string;
  /** Variables that lead to the services of the stack. */
  readonly services: Readonly<Record<string, string>>;
};

export type E2eContext = {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly stack?: OwnStack;
};

declare module 'vitest' {
  interface ProvidedContext {
    e2e: E2eContext;
  }
}

export const context: E2eContext = inject('e2e');
export const nodes: readonly string[] = context.credentials.nodes ?? [context.baseUrl];
