/** How far the clock of this process is from the database's, as a metric and in the log. */
import { Gauge, type Registry } from 'prom-client';

export function clockSkewGauge(registry: Registry): Gauge {
  return new Gauge({
    name: 'octavo_clock_skew_seconds',
    help: "This process's clock minus the database's.",
    registers: [registry],
  });
}
