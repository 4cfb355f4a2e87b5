/** Addresses and credentials of the service under test. */
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

/** Details of the suite's own stack, for tests that measure processes or storage. */
export type OwnStack = {
  readonly apiPids: readonly number[];
  readonly tempDirectory: string;
  readonly databaseUrl: string;
  /** The only address of this machine that webhooks may reach. */
  readonly webhookHost: string;
  /** Environment variables for the services of the stack. */
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
