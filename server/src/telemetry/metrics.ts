/** The metrics registry of one process, with the process's own figures in it. */
import { collectDefaultMetrics, Registry } from 'prom-client';

export function createMetrics(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}
