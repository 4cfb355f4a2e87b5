/**
 * The receipt of a conversion: an in-toto statement with SLSA provenance that names the hashes of source and outputs,
 * the options, and the tools. It contains no text and no file name of the document.
 */
import { createHash } from 'node:crypto';
import { formatInfo } from './formats.ts';
import type { Job, Output, StoredReading } from './job.ts';
import { snakeKeys } from './key-case.ts';
import type { Tool, Toolchain } from './toolchain.ts';

export const receiptPayloadType = 'application/vnd.in-toto+json';
export const statementType = 'https://in-toto.io/Statement/v1';
const predicateType = 'https://slsa.dev/provenance/v1';
const buildType = 'urn:octavo:build-type:parse:v1';

export const irreproducibleReasons = ['tools_not_recorded', 'result_not_reproducible'] as const;
export type IrreproducibleReason = (typeof irreproducibleReasons)[number];

type Resource = {
  readonly name: string;
  readonly uri?: string;
  readonly digest?: { readonly sha256: string };
  readonly mediaType?: string;
  readonly annotations?: Readonly<Record<string, unknown>>;
};

export type ReceiptFacts = {
  /** Done. */
  readonly job: Job;
  /** Public address of the service. */
  readonly builder: string;
  /** By format. */
  readonly toolchains: ReadonlyMap<string, Toolchain>;
  readonly warningCodes: readonly string[];
  /** The reading index, which anchors and cursors belong to; `null` for jobs without one. */
  readonly reading: StoredReading | null;
};

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');

function toolResource({ name, version, sha256, uri }: Tool): Resource {
  return {
    name,
    ...(uri !== undefined && { uri }),
    ...(sha256 !== undefined && { digest: { sha256 } }),
    ...(version !== undefined && { annotations: { version } }),
  };
}

/** Outputs that were added later may have been written by newer tools: each tool is listed once for every version. */
function toolResources(toolchains: ReceiptFacts['toolchains']): readonly Resource[] {
  const all = [...toolchains.values()].flat().map(toolResource);
  return [...new Map(all.map((resource) => [JSON.stringify(resource), resource])).values()];
}

function reasonsAgainst(facts: ReceiptFacts, { format }: Output): readonly IrreproducibleReason[] {
  return [
    ...(facts.toolchains.has(format) ? [] : (['tools_not_recorded'] as const)),
    ...(facts.warningCodes.includes('result_not_reproducible') ? (['result_not_reproducible'] as const) : []),
  ];
}

function subjectOf(facts: ReceiptFacts, output: Output): Resource {
  const reasons = reasonsAgainst(facts, output);
  return {
    name: output.format,
    digest: { sha256: output.sha256 },
    mediaType: formatInfo[output.format].mediaType,
    annotations: { bytes: output.bytes, reproducible: reasons.length === 0, reasons },
  };
}

function readingSubject({ bytes, sha256 }: StoredReading): Resource {
  return {
    name: 'reading-index',
    digest: { sha256 },
    annotations: { bytes, reproducible: true, reasons: [] },
  };
}

/** The same job gives the same bytes, until outputs are added. */
export function receiptStatement(facts: ReceiptFacts): Buffer {
  const { job, builder, toolchains, reading } = facts;
  const outputs = job.outputs.toSorted((one, other) => (one.format < other.format ? -1 : 1));
  const { fileName, bytes, sha256 } = job.source;
  const statement = {
    _type: statementType,
    subject: [
      ...outputs.map((output) => subjectOf(facts, output)),
      ...(reading ? [readingSubject(reading)] : []),
    ],
    predicateType,
    predicate: {
      buildDefinition: {
        buildType,
        externalParameters: {
          options: snakeKeys(job.options),
          pages: job.pageCount,
          ...(job.ocrPagesMax !== null && { ocr_pages_max: job.ocrPagesMax }),
          // json and html contain the name, so a repetition needs the same one.
          file_name_sha256: sha256Of(fileName),
        },
        resolvedDependencies: [
          { name: 'source', digest: { sha256 }, mediaType: 'application/pdf', annotations: { bytes } },
          ...toolResources(toolchains),
        ],
      },
      runDetails: {
        builder: { id: builder },
        metadata: {
          invocationId: job.id,
          startedOn: job.claimedAt?.toISOString(),
          finishedOn: job.finishedAt?.toISOString(),
        },
        octavo_warnings: [...new Set(facts.warningCodes)].sort(),
      },
    },
  };
  return Buffer.from(JSON.stringify(statement));
}
