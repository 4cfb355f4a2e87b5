/** The clock of API and workers is the database's. The difference to the local clock is measured and reported. */
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { type DatabaseClock, openDatabaseClock } from '../postgres/database-clock.ts';
import type { PostgresStore } from '../postgres/store.ts';
import { clockSkewGauge } from '../telemetry/clock-skew.ts';

/** More than network latency, and enough to break signatures and tokens. */
const reportedSkewMs = 5_000;

export function openClock(
  store: Pick<PostgresStore, 'clockMs'>,
  registry: Registry,
  logger: Logger,
): Promise<DatabaseClock> {
  const gauge = clockSkewGauge(registry);
  return openDatabaseClock({
    readMs: store.clockMs,
    onMeasured: (skewMs) => {
      gauge.set(skewMs / 1000);
      if (Math.abs(skewMs) > reportedSkewMs) {
        logger.warn(
          { clock_skew_seconds: Math.round(skewMs / 1000) },
          'the clock of this machine differs from the database',
        );
      }
    },
  });
}
