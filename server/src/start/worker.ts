/** Entry point: a worker process. */
import { systemClock } from '../ports/clock.ts';
import { openSignals } from '../postgres/signals.ts';
import { openStore } from '../postgres/store.ts';
import { openBlobs } from '../s3/blobs.ts';
import { startDeliverer } from '../worker/deliverer.ts';
import { startRunner } from '../worker/runner.ts';
import { startSweeper } from '../worker/sweeper.ts';
import { databaseSettings, sealingKey, storageSettings } from './adapters.ts';
import { openEngine } from './engine.ts';
import { readSettings } from './settings.ts';
import { onStopSignal } from './stop-signals.ts';
import { delivererSettings } from './webhooks.ts';
import { openWorkDirectory } from './work-directory.ts';

/** What is left of the grace period for handing back and closing, after running jobs had their chance. */
const closingMs = 5_000;

const { config, logger } = readSettings('worker');
const database = databaseSettings(config, logger, 'octavo-worker');
const store = openStore({ ...database, superviseQueue: true });
const blobs = openBlobs(storageSettings(config));
const signals = openSignals(database.url, database.onIdleError);
const workDirectory = openWorkDirectory(config);
const engine = openEngine(config, logger, workDirectory.folder('engine'), {
  convert: config.engine.slots,
  preflight: 0,
  inspect: 0,
});
await engine.start();

const ports = { store, blobs, engine, clock: systemClock, log: logger };
const sweeper = startSweeper({ ...ports, eventsKeptMs: config.jobs.eventsKeptDays * 86_400_000 });
const runner = startRunner({
  ...ports,
  tasks: store.tasks,
  signals,
  slots: config.engine.slots,
  leaseMs: config.jobs.leaseMs,
  workDir: workDirectory.folder('jobs'),
  sealingKey: sealingKey(config),
  timeLimits: {
    baseMs: config.jobs.timeoutBaseMs,
    perPageMs: config.jobs.timeoutPerPageMs,
    maxMs: config.jobs.timeoutMaxMs,
  },
});
const deliverer = startDeliverer({
  ...ports,
  signals,
  sealingKey: sealingKey(config),
  ...delivererSettings(config),
});
logger.info({ slots: config.engine.slots }, 'working');

onStopSignal(logger, config.http.shutdownGraceMs, async () => {
  const finishMs = Math.max(0, config.http.shutdownGraceMs - closingMs);
  await Promise.all([runner.stop(finishMs), deliverer.stop(finishMs)]);
  await sweeper.stop();
  await signals.close();
  await engine.close();
  blobs.close();
  await store.close();
  workDirectory.remove();
});
