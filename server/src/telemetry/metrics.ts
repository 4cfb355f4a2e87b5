/** The metrics registry of a process, with the default process metrics. */
import { collectDefaultMetrics, Registry } from 'prom-client';

export function createMetrics(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}
