/** Reads jsonb columns and notification payloads through schemas, and writes what jsonb can hold. */
import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type DroppedContent, type DroppedItem, droppedKinds } from '../domain/dropped.ts';
import type { ErasedFile } from '../domain/erasure.ts';
import { formats } from '../domain/formats.ts';
import { type JobStatus, jobStatuses, stages } from '../domain/job.ts';
import { camelKeys } from '../domain/key-case.ts';
import { contentFilters, type ParserOptions, withDefaults } from '../domain/options.ts';
import { optionFields } from '../domain/options-schema.ts';
import { OneOf } from '../domain/schema-parts.ts';
import type { Toolchain } from '../domain/toolchain.ts';
import { type EngineWarning, warningCodes } from '../ports/engine.ts';

function reader<Schema extends TSchema>(what: string, schema: Schema): (value: unknown) => Static<Schema> {
  const compiled = Compile(schema);
  return (value) => {
    if (compiled.Check(value)) return value as Static<Schema>;
    throw new Error(`${what} in the database does not match its schema`);
  };
}

/** jsonb cannot hold NUL or half of a surrogate pair, which texts of documents and names of files may contain. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '\ufffd') : part,
  );
}

const Count = Type.Integer({ minimum: 0 });
const OrNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

const storedOptions = reader(
  'the options of a job',
  Type.Partial(Type.Object(camelKeys(optionFields) as Record<string, TSchema>)),
);

/** Options that a job of an earlier version does not have get their defaults; its text was not recognized. */
export function toOptions(value: unknown): ParserOptions {
  return withDefaults({ ocr: 'off', ...(storedOptions(value) as Partial<ParserOptions>) });
}

const unknownItems = reader('a list of a job', Type.Array(Type.Unknown()));

const isWarning = Compile(
  Type.Object({
    code: OneOf(warningCodes),
    message: Type.String(),
    pages: Type.Array(Type.Integer()),
    count: Count,
  }),
);

/** Warnings of a later version, with a code that is not known here, are left out. */
export function toWarnings(value: unknown): readonly EngineWarning[] {
  return unknownItems(value).filter((item): item is EngineWarning => isWarning.Check(item));
}

const isDroppedItem = Compile(
  Type.Object({
    page: Type.Integer({ minimum: 1 }),
    box: Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }),
    reason: OneOf(contentFilters),
    kind: OneOf(droppedKinds),
  }),
);
const storedDropped = reader(
  'the dropped content of a job',
  Type.Object({ count: Count, items: Type.Array(Type.Unknown()) }),
);

export function toDropped(value: unknown): DroppedContent {
  const { count, items } = storedDropped(value);
  return { count, items: items.filter((item): item is DroppedItem => isDroppedItem.Check(item)) };
}

const storedEventData = reader(
  'the data of an event',
  Type.Object({
    status: OneOf(jobStatuses),
    page_count: OrNull(Count),
    error_message: OrNull(Type.String()),
  }),
);

export type EventData = {
  readonly status: JobStatus;
  readonly pageCount: number | null;
  readonly errorMessage: string | null;
};

export function toEventData(value: unknown): EventData {
  const { status, page_count: pageCount, error_message: errorMessage } = storedEventData(value);
  return { status, pageCount, errorMessage };
}

/**
 * The number of the newest event of an account, and jobs that ended. Triggers and processes of the previous version
 * send the event instead.
 */
export const readEventPayload = reader(
  'the notification of an event',
  Type.Object({
    account_id: Type.String(),
    number: Type.Integer(),
    ended: Type.Optional(Type.Array(Type.String())),
  }),
);

export const readProgressPayload = reader(
  'the notification of progress',
  Type.Object({
    account_id: Type.String(),
    job_id: Type.String(),
    pages: Count,
    stage: OneOf(stages),
    done: Count,
    total: Count,
  }),
);

export const readDeliveryData = reader(
  'the data of a webhook delivery',
  Type.Record(Type.String(), Type.Unknown()),
);

const storedToolchain = reader(
  'the tools of an output',
  Type.Array(
    Type.Object({
      name: Type.String(),
      version: Type.Optional(Type.String()),
      sha256: Type.Optional(Type.String()),
      uri: Type.Optional(Type.String()),
    }),
  ),
);

export function toToolchain(value: unknown): Toolchain {
  return storedToolchain(value);
}

const storedErasedFiles = reader(
  'the files of an erasure',
  Type.Array(
    Type.Object({
      name: OneOf(['source', 'document', 'reading-index', ...formats]),
      bytes: Count,
      sha256: Type.String(),
    }),
  ),
);

export function toErasedFiles(value: unknown): readonly ErasedFile[] {
  return storedErasedFiles(value);
}
