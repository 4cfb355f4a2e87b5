/** The interface of each service of a set. */
import type { Ports, ServiceName, ServiceSet } from './service-set.ts';

export type ServiceProcess = { readonly name: string; readonly port?: keyof Ports };

export type Service = {
  readonly name: ServiceName;
  /** In the order in which they start; the last one is the one that answers clients. */
  readonly processes: readonly ServiceProcess[];
  /** Starts what is not running, waits until it answers, and makes the database or bucket it must hold. */
  start(set: ServiceSet): Promise<void>;
  answers(set: ServiceSet): Promise<boolean>;
  stop(set: ServiceSet): Promise<void>;
  describe(set: ServiceSet): string;
  environment(set: ServiceSet): Readonly<Record<string, string>>;
};
