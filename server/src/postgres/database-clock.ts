/** The database's time in this process: measured periodically, extrapolated by the monotonic clock in between. */
import type { Clock } from '../ports/clock.ts';

export type DatabaseClock = Clock & {
  /** The local clock minus the database's; `null` before the first measurement. */
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
/** A slower answer is not precise enough. */
const roundTripMsMax = 2_000;

type Measured = { readonly databaseMs: number; readonly atMs: number; readonly skewMs: number };

async function measure(readMs: () => Promise<number>): Promise<Measured | null> {
  const askedAtMs = performance.now();
  const askedOwnMs = Date.now();
  const databaseMs = await readMs();
  const roundTripMs = performance.now() - askedAtMs;
  if (roundTripMs > roundTripMsMax) return null;
  const middleMs = roundTripMs / 2;
  return { databaseMs, atMs: askedAtMs + middleMs, skewMs: askedOwnMs + middleMs - databaseMs };
}

/** Resolves after the first try. Until one succeeds, the local clock is used. */
export async function openDatabaseClock(settings: DatabaseClockSettings): Promise<DatabaseClock> {
  const { readMs, onMeasured, everyMs = usualIntervalMs } = settings;
  let latest: Measured | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function remeasure(): Promise<void> {
    const measured = await measure(readMs).catch(() => null);
    if (isClosed) return;
    if (measured) {
      latest = measured;
      onMeasured?.(measured.skewMs);
    }
    timer = setTimeout(() => void remeasure(), latest ? everyMs : firstRetryMs).unref();
  }

  await remeasure();
  return {
    now: () => (latest ? new Date(latest.databaseMs + performance.now() - latest.atMs) : new Date()),
    skewMs: () => (latest ? latest.skewMs : null),
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
