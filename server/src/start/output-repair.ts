/** Storage and engine for the commands that check and repair outputs, opened on first use. */
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { auditOutputs } from '../actions/audit-outputs.ts';
import { rerunJob } from '../actions/rerun-job.ts';
import type { AdminPorts } from '../admin/command.ts';
import type { Config } from '../config/config.ts';
import type { StoredOutput } from '../ports/stats.ts';
import type { PostgresStore } from '../postgres/store.ts';
import { openBlobs } from '../s3/blobs.ts';
import { idTracer } from '../telemetry/id-tracer.ts';
import { storageSettings, timeLimits } from './adapters.ts';
import { openDocumentWriter } from './document-writer.ts';
import { openEngine } from './engine.ts';
import { recognitionSlots } from './slots.ts';
import { registerConverter } from './toolchain.ts';
import { openWorkDirectory } from './work-directory.ts';

type OutputRepair = Pick<AdminPorts, 'findMissingOutputs' | 'rerunJob'> & { close(): Promise<void> };

export function openOutputRepair(config: Config, logger: Logger, store: PostgresStore): OutputRepair {
  const closers: (() => Promise<void> | void)[] = [];
  const blobs = once(() => {
    const opened = openBlobs(storageSettings(config));
    closers.push(() => opened.close());
    return opened;
  });
  const workDirectory = once(() => {
    const opened = openWorkDirectory(config);
    closers.push(() => opened.remove());
    return opened;
  });
  const engine = once(async () => {
    const slots = { convert: 1, preflight: 0, inspect: 0, recognize: recognitionSlots(config, 1) };
    const opened = openEngine(config, logger, workDirectory().folder('engine'), slots, new Registry());
    closers.push(() => opened.close());
    const toolchain = await registerConverter(store, config, await opened.start());
    return { opened, toolchain };
  });
  const writer = once(async () => {
    const opened = openDocumentWriter(config, logger, workDirectory().folder('writer'), 1, new Registry());
    closers.push(() => opened.close());
    await opened.start();
    return opened;
  });

  return {
    findMissingOutputs: async () => {
      const audit = auditOutputs({ store, blobs: blobs() });
      const missing: StoredOutput[] = [];
      for (;;) {
        const step = await audit();
        missing.push(...step.missing);
        if (step.roundEnded) return missing;
      }
    },
    rerunJob: async (jobId) => {
      const { opened, toolchain } = await engine();
      return rerunJob(
        {
          store,
          blobs: blobs(),
          engine: opened,
          toolchain,
          writer: await writer(),
          tracer: idTracer,
          workDir: workDirectory().folder('jobs'),
          timeLimits: timeLimits(config),
          ocrPagesMax: config.ocr.pagesMax,
        },
        jobId,
      );
    },
    close: async () => {
      for (const close of closers.toReversed()) await close();
    },
  };
}

function once<T>(open: () => T): () => T {
  let opened: { readonly value: T } | null = null;
  return () => {
    opened ??= { value: open() };
    return opened.value;
  };
}
