/** The clock skew metric. */
import { Gauge, type Registry } from 'prom-client';

export function clockSkewGauge(registry: Registry): Gauge {
  return new Gauge({
    name: 'octavo_clock_skew_seconds',
    help: "This process's clock minus the database's.",
    registers: [registry],
  });
}
