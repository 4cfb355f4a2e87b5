/** Fetches the source of a job, converts it, and stores the outputs under the prefix of a claim. */
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { attemptTimeoutMs, type TimeLimits } from '../domain/deadline.ts';
import {
  type ClaimName,
  documentKey,
  type Job,
  type Output,
  outputKey,
  readingKey,
  type StoredParts,
  sourceKey,
} from '../domain/job.ts';
import { ocrPagesLimit } from '../domain/plan.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { DocumentFile } from '../ports/document-writer.ts';
import type { EngineOutput } from '../ports/engine.ts';
import { traced } from '../ports/traced.ts';
import type { Span } from '../ports/tracer.ts';
import {
  type ConvertDocumentPorts,
  type ConvertedDocument,
  convertDocument,
  type DocumentOutcome,
} from './convert-document.ts';
import { removeDirectory } from './remove-directory.ts';
import type { ProgressReport } from './report-progress.ts';

const documentMediaType = 'application/zstd';
const readingMediaType = 'application/octet-stream';

export type ConvertSourcePorts = ConvertDocumentPorts & {
  readonly blobs: Pick<Blobs, 'get' | 'putFile'>;
  readonly workDir: string;
  readonly timeLimits: TimeLimits;
  /** Pages of a document whose text is recognized, whatever the plan says. */
  readonly ocrPagesMax: number;
  /** Id of the tools that convert here, for receipts. */
  readonly toolchain: string;
};

export type Conversion = {
  readonly job: Job;
  /** An attempt has failed before: divide the document where the engine fails on it. */
  readonly salvage?: boolean;
  readonly password: string | undefined;
  readonly signal: AbortSignal;
  readonly report: ProgressReport;
  readonly span: Span;
};

type Workplace = { readonly directory: string; readonly sourcePath: string; readonly outDir: string };

async function makeWorkplace(workDir: string): Promise<Workplace> {
  const directory = await mkdtemp(join(workDir, 'job-'));
  const outDir = join(directory, 'out');
  await mkdir(outDir).catch(async (error) => {
    await removeDirectory(directory);
    throw error;
  });
  return { directory, sourcePath: join(directory, 'source.pdf'), outDir };
}

/**
 * The storage is asked while the directory is made. `null` when the source is not in storage: no other attempt would
 * find it either.
 */
async function fetchSource(
  { blobs }: ConvertSourcePorts,
  { job, signal }: Conversion,
  making: Promise<Workplace>,
): Promise<Workplace | null> {
  const [opened, made] = await Promise.allSettled([blobs.get(sourceKey(job), { signal }), making]);
  if (opened.status === 'rejected') throw opened.reason;
  const source = opened.value;
  if (made.status === 'rejected') {
    source?.body.destroy();
    throw made.reason;
  }
  if (!source) return null;
  await pipeline(source.body, createWriteStream(made.value.sourcePath), { signal });
  return made.value;
}

/** Calls `use` with the outcome while the output files exist; with `null` when the source is not in storage. */
export async function convertSource<T>(
  ports: ConvertSourcePorts,
  conversion: Conversion,
  use: (outcome: DocumentOutcome | null) => Promise<T>,
): Promise<T> {
  const making = makeWorkplace(ports.workDir);
  try {
    const workplace = await traced(conversion.span, 'fetch source', () =>
      fetchSource(ports, conversion, making),
    );
    return await use(workplace && (await convertFile(ports, conversion, workplace)));
  } finally {
    conversion.report.end();
    await making.then(
      ({ directory }) => removeDirectory(directory),
      () => {},
    );
  }
}

/** Records a span with an event at the start of each stage. */
function convertFile(
  ports: ConvertSourcePorts,
  { job, salvage, password, signal, report, span: parent }: Conversion,
  { sourcePath, outDir }: Workplace,
): Promise<DocumentOutcome> {
  return traced(parent, 'convert', async (span) => {
    let stage = '';
    const outcome = await convertDocument(ports, {
      sourcePath,
      fileName: job.source.fileName,
      options: job.options,
      password,
      pageCount: job.documentPages,
      ocrPagesMax: ocrPagesLimit(job.ocrPagesMax, ports.ocrPagesMax),
      outDir,
      timeoutMs: attemptTimeoutMs(ports.timeLimits, job.pages),
      salvage: salvage ?? false,
      signal,
      onProgress: (progress) => {
        if (progress.stage !== stage) span.addEvent(progress.stage);
        stage = progress.stage;
        report(progress);
      },
    });
    const { memoryPeakBytes } = outcome.spent;
    span.setAttributes({
      ...(outcome.status === 'failed' && { 'error.type': outcome.failure.class }),
      ...(memoryPeakBytes !== null && { 'octavo.memory_peak_bytes': memoryPeakBytes }),
    });
    if (outcome.status === 'failed') span.end('error');
    return outcome;
  });
}

export type StoredResults = StoredParts & { readonly outputs: readonly Output[] };

type StorableOutcome = Pick<ConvertedDocument, 'outputs' | 'document' | 'reading' | 'accessibility'>;

type StoredFile = { readonly file: EngineOutput | DocumentFile; readonly key: string; readonly type: string };

/** Puts the outputs, the document and its reading index under the prefix of the claim. The report needs no file. */
export function storeOutputs(
  { blobs, toolchain }: ConvertSourcePorts,
  { job, signal, span }: Conversion,
  claim: ClaimName,
  { outputs, document, reading, accessibility }: StorableOutcome,
): Promise<StoredResults> {
  const files: readonly StoredFile[] = [
    ...outputs.map((file) => ({ file, key: outputKey(job, claim, file.format), type: file.mediaType })),
    { file: document, key: documentKey(job, claim), type: documentMediaType },
    ...(reading ? [{ file: reading, key: readingKey(job, claim), type: readingMediaType }] : []),
  ];
  const store = async ({ file, key, type }: StoredFile, until: AbortSignal) => {
    await blobs.putFile(key, file, { contentType: type, signal: until });
  };
  return traced(span, 'store outputs', async () => {
    await allOrNone(files, store, signal);
    return {
      outputs: outputs.map(({ format, bytes, sha256 }) => ({
        format,
        objectKey: outputKey(job, claim, format),
        bytes,
        sha256,
        toolchain,
      })),
      document: { key: documentKey(job, claim), bytes: document.bytes, sha256: document.sha256 },
      ...(reading && {
        reading: { key: readingKey(job, claim), bytes: reading.bytes, sha256: reading.sha256 },
      }),
      ...(accessibility && { accessibility }),
    };
  });
}

/** When one fails, the others are stopped and awaited before this rejects. */
export async function allOrNone<Item, Result>(
  items: readonly Item[],
  work: (item: Item, until: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
): Promise<readonly Result[]> {
  const failing = new AbortController();
  const until = AbortSignal.any([signal, failing.signal]);
  const works = items.map((item) => work(item, until));
  try {
    return await Promise.all(works);
  } catch (error) {
    failing.abort(error);
    await Promise.allSettled(works);
    throw error;
  }
}
