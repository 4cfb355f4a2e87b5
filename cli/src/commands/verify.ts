/** `octavo verify`: checks the signature of a receipt or an erasure, and whether files are the ones it names. */
import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { type ParserOptionsInput, verifyReceipt } from '@octavo/sdk';
import type { Context } from '../context.ts';
import { hashFile } from '../convert/content-id.ts';
import { plural } from '../display/quantities.ts';
import { usageError } from '../errors/cli-error.ts';
import type { ExitName } from '../exit-codes.ts';
import {
  readStatement,
  type ValidErasure,
  type ValidReceipt,
  type ValidStatement,
} from './read-statement.ts';

type VerifyFlags = { readonly receipt: string; readonly keys?: string; readonly rerun?: boolean };
type FileCheck = { readonly file: string; readonly sha256: string; readonly name: string | null };
type RerunCheck = { readonly name: string; readonly is_equal: boolean };

async function checkFile(context: Context, { digests }: ValidStatement, file: string): Promise<FileCheck> {
  const sha256 = await hashFile(resolve(context.environment.cwd, file), new AbortController().signal);
  const name = Object.entries(digests).find(([, digest]) => digest === sha256)?.[0] ?? null;
  return { file, sha256, name };
}

/** Converts the source again with the options of the receipt, and compares the hashes of the outputs. */
async function rerun(
  context: Context,
  { statement, digests }: ValidReceipt,
  source: string,
): Promise<readonly RerunCheck[]> {
  const client = await context.client();
  const path = resolve(context.environment.cwd, source);
  const { options, file_name_sha256: nameSha256 } = statement.predicate.buildDefinition.externalParameters;
  if (createHash('sha256').update(basename(path)).digest('hex') !== nameSha256)
    context.note(`${basename(path)} had another name when it was converted; json and html contain the name.`);
  const names = statement.subject.map(({ name }) => name);
  const job = await client.jobs.create({
    file: { content: path, name: basename(path) },
    options: { ...options, format: names.filter((name) => name !== 'reading-index') } as ParserOptionsInput,
  });
  context.note(`Converting ${source} again as job ${job.id}; its pages are charged.`);
  await client.jobs.wait(job.id);
  const again = await verifyReceipt(await client.jobs.receipt(job.id), await client.receipts.keys());
  const now = again.signature === 'valid' ? again.digests : {};
  return names.map((name) => ({ name, is_equal: now[name] === digests[name] }));
}

/** What was signed, without the files. */
function headOfReceipt({ statement, keyId }: ValidReceipt): readonly string[] {
  const { builder, metadata } = statement.predicate.runDetails;
  return [
    `receipt    valid, signed by ${keyId}`,
    `job        ${metadata.invocationId} on ${builder.id}, ${metadata.finishedOn}`,
  ];
}

function headOfErasure({ statement, keyId }: ValidErasure): readonly string[] {
  const { job_id: id, service, erased_at: at, reason, removed } = statement.predicate;
  return [
    `erasure    valid, signed by ${keyId}`,
    `job        ${id} on ${service}, erased ${at} (${reason})`,
    `removed    ${plural(removed.files, 'file')}, ${plural(removed.bytes, 'byte')}`,
  ];
}

function print(
  context: Context,
  files: readonly FileCheck[],
  runs: readonly RerunCheck[],
  valid: ValidStatement,
): void {
  const head = valid.kind === 'receipt' ? headOfReceipt(valid) : headOfErasure(valid);
  for (const line of head) context.print(line);
  for (const { file, name } of files)
    context.print(`${name ? 'match    ' : 'NO MATCH '}  ${file}${name ? `  (${name})` : ''}`);
  for (const { name, is_equal } of runs)
    context.print(`${is_equal ? 'same     ' : 'DIFFERENT'}  ${name}, converted again`);
}

/** The runs that were asked for. */
async function rerunIfAsked(
  context: Context,
  { rerun: isAsked }: VerifyFlags,
  valid: ValidStatement,
  files: readonly FileCheck[],
): Promise<readonly RerunCheck[]> {
  if (!isAsked) return [];
  if (valid.kind === 'erasure')
    throw usageError('--rerun needs a receipt.', 'An erasure does not say how a document was converted.');
  const source = files.find(({ name }) => name === 'source')?.file;
  if (source === undefined)
    throw usageError('--rerun needs the PDF of the receipt.', 'Pass the file that was converted.');
  return rerun(context, valid, source);
}

export async function verify(
  context: Context,
  flags: VerifyFlags,
  paths: readonly string[],
): Promise<ExitName | undefined> {
  const valid = await readStatement(context, flags);
  const files: FileCheck[] = [];
  for (const path of paths) files.push(await checkFile(context, valid, path));
  const runs = await rerunIfAsked(context, flags, valid, files);
  if (context.globalOptions.json) {
    const { kind, keyId } = valid;
    context.printJson({ kind, signature: 'valid', key_id: keyId, files, rerun: runs });
  } else print(context, files, runs, valid);
  const isFine = files.every(({ name }) => name !== null) && runs.every(({ is_equal }) => is_equal);
  return isFine ? undefined : 'failed';
}
