/**
 * Receives an upload: writes its file to a spool directory, hashed and limited while streaming, and reads its other
 * fields.
 */
import { randomUUID } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { safeFileName } from '../domain/download-name.ts';
import { type Fault, invalidRequest, type OctavoError } from '../domain/errors.ts';
import type { SourceKind, SourceOrigin } from '../domain/job.ts';
import type { Plan } from '../domain/plan.ts';
import { fileTooLarge, spool } from './spool-file.ts';

export type UploadPart =
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly fileName: string | undefined;
      /** Its blocks belong to the reader, which frees them. */
      readonly body: AsyncIterable<Buffer>;
    }
  | { readonly kind: 'field'; readonly name: string; readonly value: string };

export type Upload = {
  readonly path: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly origin: SourceOrigin;
  /** The direct upload that the file was read from. */
  readonly uploadId: string | null;
  /** `{}` when the client sent none. */
  readonly optionsText: string;
  readonly expiresAtText: string | undefined;
};

/** A file that is somewhere already, and is used instead of one that is sent. */
export type StoredFile = {
  readonly fileName: string;
  /** Its blocks belong to the reader, which frees them. */
  readonly body: AsyncIterable<Buffer>;
  /** Throws if what was read is not what it must be. */
  readonly verify: (read: { readonly bytes: number; readonly sha256: string }) => void;
  /** Set for a direct upload, which can be used once. */
  readonly uploadId?: string;
  /** Set for a file behind a URL. */
  readonly host?: string;
};
/** Takes an id or a URL. Fails with `job_not_found` or `upload_not_found`, also for those of another account. */
export type OpenStoredFile = (name: string) => Promise<StoredFile>;
const storedFileFields = ['source_job_id', 'upload_id', 'source_url'] as const;
type StoredFileField = (typeof storedFileFields)[number];
export type StoredFileOpeners = Readonly<Record<StoredFileField, OpenStoredFile>>;

export type SpooledUpload = Upload & AsyncDisposable;

/** The part of a form that holds the PDF. */
export const documentPart = 'file';
/** Other parts may be sent as files too; they are text of at most this size. */
const textBytesMax = 65_536;

/** Allowance for the form around the file. */
const formBytesMax = 131_072;

export function checkContentLength({ fileBytesMax }: Plan, contentLength: number | undefined): void {
  if (fileBytesMax !== null && (contentLength ?? 0) > fileBytesMax + formBytesMax) {
    throw fileTooLarge(fileBytesMax);
  }
}

const originKinds: Readonly<Record<StoredFileField, SourceKind>> = {
  source_job_id: 'earlier_job',
  upload_id: 'direct_upload',
  source_url: 'source_url',
};

type SpooledFile = Omit<Upload, 'optionsText' | 'expiresAtText'>;
const submitFields = ['options', ...storedFileFields, 'expires_at'] as const;
type FieldName = (typeof submitFields)[number];
type Received = { file?: SpooledFile; fields: Partial<Record<FieldName, string>>; faults: Fault[] };
type Form = {
  readonly path: string;
  readonly fileBytesMax: number | null;
  readonly fields: readonly FieldName[];
};

const isStoredFileField = (name: FieldName): name is StoredFileField =>
  storedFileFields.some((field) => field === name);

/** The fields that name a file in storage. */
const storedFilesOf = ({ fields }: Received) => storedFileFields.filter((name) => fields[name] !== undefined);

function replacesTheFile(field: StoredFileField): OctavoError {
  return invalidRequest({
    loc: [field],
    msg: 'replaces the file and must not be sent together with one',
  });
}

/** Exactly one file: what is sent, and what is named instead of it, exclude each other. */
function requireOneFile(received: Received): void {
  const [first, second] = storedFilesOf(received);
  if (first && received.file) throw replacesTheFile(first);
  if (second) throw invalidRequest({ loc: [second], msg: `must not be sent together with ${first}` });
}

function isTooLong(name: string): OctavoError {
  return invalidRequest({ loc: [name], msg: `must not be longer than ${textBytesMax} bytes` });
}

/** Some HTTP libraries send every JSON part with a file name. */
async function textOf(part: UploadPart): Promise<string> {
  if (part.kind === 'field') return part.value;
  const blocks: Buffer[] = [];
  let bytes = 0;
  for await (const block of part.body) {
    bytes += block.length;
    if (bytes > textBytesMax) throw isTooLong(part.name);
    blocks.push(block);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(blocks));
  } catch {
    throw invalidRequest({ loc: [part.name], msg: 'must be encoded as UTF-8' });
  }
}

async function receiveDocument(part: UploadPart, received: Received, { path, fileBytesMax }: Form) {
  if (part.kind === 'field') {
    received.faults.push({ loc: [documentPart], msg: 'must be sent as a file, with a file name' });
    return;
  }
  if (received.faults.length > 0) throw invalidRequest(...received.faults);
  const [replacement] = storedFilesOf(received);
  if (replacement) throw replacesTheFile(replacement);
  if (received.file)
    throw invalidRequest({ loc: [documentPart], msg: 'was sent twice; exactly one file is read' });
  const stored = await spool(part.body, path, fileBytesMax);
  const fileName = safeFileName(part.fileName);
  received.file = { path, fileName, origin: { kind: 'form', host: null }, uploadId: null, ...stored };
}

async function receiveField(part: UploadPart, field: FieldName, received: Received) {
  if (received.fields[field] !== undefined) throw invalidRequest({ loc: [field], msg: 'was sent twice' });
  received.fields[field] = await textOf(part);
  if (isStoredFileField(field)) requireOneFile(received);
}

/** Without a file so far, the reading goes on: a document under another name is then reported with what is missing. */
async function refusePart(part: UploadPart, received: Received) {
  received.faults.push({ loc: [part.name], msg: 'is not a part of this request' });
  if (received.file) throw invalidRequest(...received.faults);
  if (part.kind === 'field') return;
  let bytes = 0;
  for await (const block of part.body) {
    bytes += block.length;
    if (bytes > textBytesMax)
      throw invalidRequest(...received.faults, ...missingFile(received, 'must hold the PDF'));
  }
}

function missingFile(received: Received, msg: string): Fault[] {
  const isKnown = received.faults.some(({ loc }) => loc[0] === documentPart);
  const hasFile = received.file !== undefined || storedFilesOf(received).length > 0;
  return hasFile || isKnown ? [] : [{ loc: [documentPart], msg }];
}

async function receivePart(part: UploadPart, received: Received, form: Form) {
  const field = form.fields.find((name) => name === part.name);
  if (part.name === documentPart) await receiveDocument(part, received, form);
  else if (field) await receiveField(part, field, received);
  else await refusePart(part, received);
}

/** With the same checks as a file that is sent: the plan may allow less than when it was stored. */
async function fetchStored(
  file: StoredFile,
  kind: SourceKind,
  path: string,
  fileBytesMax: number | null,
): Promise<SpooledFile> {
  const spooled = await spool(file.body, path, fileBytesMax);
  file.verify(spooled);
  const { fileName, uploadId = null, host = null } = file;
  return { path, fileName, origin: { kind, host }, uploadId, ...spooled };
}

async function readStored(received: Received, open: StoredFileOpeners, form: Form): Promise<void> {
  const [field] = storedFilesOf(received);
  const id = field && received.fields[field];
  if (!field || id === undefined) return;
  const file = await open[field](id);
  received.file = await fetchStored(file, originKinds[field], form.path, form.fileBytesMax);
}

function ignoreMissingFile(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * Disposing the result removes the spooled file; so does a failure. Without `openStored` the form has only a file and
 * its options.
 */
export async function receiveUpload(
  spoolDir: string,
  parts: AsyncIterable<UploadPart>,
  fileBytesMax: number | null,
  openStored?: StoredFileOpeners,
): Promise<SpooledUpload> {
  const path = join(spoolDir, `upload-${randomUUID()}.pdf`);
  const discard = () => unlink(path).catch(ignoreMissingFile);
  try {
    const received: Received = { fields: {}, faults: [] };
    const form: Form = { path, fileBytesMax, fields: openStored ? submitFields : ['options'] };
    for await (const part of parts) await receivePart(part, received, form);
    const faults = [...received.faults, ...missingFile(received, 'is required')];
    if (faults.length > 0) throw invalidRequest(...faults);
    const { options: optionsText = '{}', expires_at: expiresAtText } = received.fields;
    if (openStored) await readStored(received, openStored, form);
    if (!received.file) throw invalidRequest({ loc: [documentPart], msg: 'is required' });
    return { ...received.file, optionsText, expiresAtText, [Symbol.asyncDispose]: discard };
  } catch (error) {
    await discard();
    throw error;
  }
}
