/** The database's time in this process: measured periodically, extrapolated by the monotonic clock in between. */
import { unavailable } from '../domain/errors.ts';
import type { Clock } from '../ports/clock.ts';

/** `now` throws until the first measurement: the local clock may be wrong, and stored times decide what is removed. */
export type DatabaseClock = Clock & {
  /** The local clock minus the database's; `null` before the first precise measurement. */
  skewMs(): number | null;
  close(): void;
};

export type DatabaseClockSettings = {
  /** The database's clock, in milliseconds since 1970. */
  readonly readMs: () => Promise<number>;
  readonly onMeasured?: (skewMs: number) => void;
  readonly everyMs?: number;
};

const usualIntervalMs = 30_000;
const firstRetryMs = 1_000;
/** A slower answer is not precise enough for the skew. It is still closer than a clock that was never compared. */
const roundTripMsMax = 2_000;

type Measured = {
  readonly databaseMs: number;
  readonly atMs: number;
  readonly skewMs: number;
  readonly isPrecise: boolean;
};

async function measure(readMs: () => Promise<number>): Promise<Measured> {
  const askedAtMs = performance.now();
  const askedOwnMs = Date.now();
  const databaseMs = await readMs();
  const roundTripMs = performance.now() - askedAtMs;
  const middleMs = roundTripMs / 2;
  return {
    databaseMs,
    atMs: askedAtMs + middleMs,
    skewMs: askedOwnMs + middleMs - databaseMs,
    isPrecise: roundTripMs <= roundTripMsMax,
  };
}

/** Resolves after the first try, also when it failed. */
export async function openDatabaseClock(settings: DatabaseClockSettings): Promise<DatabaseClock> {
  const { readMs, onMeasured, everyMs = usualIntervalMs } = settings;
  let latest: Measured | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function remeasure(): Promise<void> {
    const measured = await measure(readMs).catch(() => null);
    if (isClosed) return;
    if (measured?.isPrecise) {
      latest = measured;
      onMeasured?.(measured.skewMs);
    } else if (measured && !latest?.isPrecise) {
      latest = measured;
    }
    timer = setTimeout(() => void remeasure(), latest?.isPrecise ? everyMs : firstRetryMs).unref();
  }

  await remeasure();
  return {
    now: () => {
      if (!latest)
        throw unavailable('database', new Error('the clock was not compared with the database yet'));
      return new Date(latest.databaseMs + performance.now() - latest.atMs);
    },
    skewMs: () => (latest?.isPrecise ? latest.skewMs : null),
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
