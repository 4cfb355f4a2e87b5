/** Entry point: a worker process. */
import './limit-heap-growth.ts';
import { openSignals } from '../postgres/signals.ts';
import { openStore } from '../postgres/store.ts';
import { openBlobs } from '../s3/blobs.ts';
import { measureDisk } from '../telemetry/database-metrics.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { openOperatorPort } from '../telemetry/operator-port.ts';
import { measureListener, measurePool } from '../telemetry/service-metrics.ts';
import { startDeliverer } from '../worker/deliverer.ts';
import { startRunner } from '../worker/runner.ts';
import { startSweeper } from '../worker/sweeper.ts';
import { workerMetrics } from '../worker/worker-metrics.ts';
import {
  databaseSettings,
  listenerSettings,
  metricsAccess,
  sealingKeys,
  storageSettings,
  timeLimits,
} from './adapters.ts';
import { openClock } from './clock.ts';
import { openDocumentWriter } from './document-writer.ts';
import { openEngine } from './engine.ts';
import { checkExampleKey } from './example-key.ts';
import { readSettings } from './settings.ts';
import { conversionSlots, recognitionSlots } from './slots.ts';
import { onStopSignal } from './stop-signals.ts';
import { registerConverter } from './toolchain.ts';
import { openTracing } from './tracing.ts';
import { delivererSettings } from './webhooks.ts';
import { openWorkDirectory } from './work-directory.ts';

/** Reserved from the grace period for handing back and closing. */
const closingMs = 5_000;

const { config, logger } = readSettings('worker');
checkExampleKey(config, logger);
const database = databaseSettings(config, logger, 'octavo-worker');
const store = openStore(database);
const blobs = openBlobs(storageSettings(config));
const listener = listenerSettings(config, logger);
const signals = openSignals(listener.url, listener.onError);
const workDirectory = openWorkDirectory(config);
const registry = createMetrics('worker');
const slots = conversionSlots(config, logger);
const poolSlots = { convert: slots, preflight: 0, inspect: 0, recognize: recognitionSlots(config, slots) };
const engine = openEngine(config, logger, workDirectory.folder('engine'), poolSlots, registry);
const writer = openDocumentWriter(config, logger, workDirectory.folder('writer'), slots, registry);
const [probe] = await Promise.all([engine.start(), writer.start()]);
const toolchain = await registerConverter(store, config, probe);

measurePool(registry, store.poolUse, database.poolMax);
measureListener(registry, signals.isListening);
measureDisk(registry, workDirectory.folder('jobs'));
const tracing = await openTracing(config, logger, registry, 'worker');
const metrics = workerMetrics(registry);
const clock = await openClock(store, registry, logger);
const ports = { store, blobs, engine, writer, clock, log: logger, metrics, tracer: tracing.tracer };
const sweeper = startSweeper({
  ...ports,
  eventsKeptMs: config.jobs.eventsKeptDays * 86_400_000,
  erasuresKeptMs: config.jobs.erasuresKeptDays * 86_400_000,
  clockSkewMs: clock.skewMs,
  election: signals.election,
});
const runner = startRunner({
  ...ports,
  tasks: store.tasks,
  signals,
  slots,
  leaseMs: config.jobs.leaseMs,
  workDir: workDirectory.folder('jobs'),
  sealingKeys: sealingKeys(config),
  timeLimits: timeLimits(config),
  ocrPagesMax: config.ocr.pagesMax,
  toolchain,
});
const deliverer = startDeliverer({
  ...ports,
  signals,
  sealingKeys: sealingKeys(config),
  ...delivererSettings(config),
});
const operatorPort = await openOperatorPort({
  host: config.http.host,
  port: config.http.workerPort,
  registry,
  metricsAccess: metricsAccess(config),
  dependencies: { database: store.ping, storage: blobs.ping },
});
logger.info({ slots, operator_port: operatorPort.port }, 'working');

onStopSignal(logger, config.http.shutdownGraceMs, async () => {
  const finishMs = Math.max(0, config.http.shutdownGraceMs - closingMs);
  await Promise.all([runner.stop(finishMs), deliverer.stop(finishMs), sweeper.stop()]);
  clock.close();
  await tracing.close();
  await signals.close();
  await Promise.all([engine.close(), writer.close()]);
  blobs.close();
  await store.close();
  workDirectory.remove();
  operatorPort.close();
});
