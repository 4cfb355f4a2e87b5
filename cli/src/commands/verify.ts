/** `octavo verify`: checks the signature of a receipt, and whether files are the ones it names. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import {
  type ParserOptionsInput,
  type Receipt,
  type ReceiptKeys,
  type VerifiedReceipt,
  verifyReceipt,
} from '@octavo/sdk';
import type { Context } from '../context.ts';
import { hashFile } from '../convert/content-id.ts';
import { CliError, usageError } from '../errors/cli-error.ts';
import type { ExitName } from '../exit-codes.ts';

type VerifyFlags = { readonly receipt: string; readonly keys?: string; readonly rerun?: boolean };
type Valid = Extract<VerifiedReceipt, { signature: 'valid' }>;
type FileCheck = { readonly file: string; readonly sha256: string; readonly name: string | null };
type RerunCheck = { readonly name: string; readonly is_equal: boolean };

async function readJson<Value>(context: Context, path: string): Promise<Value> {
  try {
    return JSON.parse(await readFile(resolve(context.environment.cwd, path), 'utf8')) as Value;
  } catch (cause) {
    throw new CliError('usage', 'usage', `${path} cannot be read as JSON.`, 'Check the path.', { cause });
  }
}

/** The receipt that was signed, or an error: nothing else of an unsigned one is worth showing. */
async function requireValid(context: Context, { receipt: path, keys }: VerifyFlags): Promise<Valid> {
  const receipt = await readJson<Receipt>(context, path);
  const known = keys
    ? await readJson<ReceiptKeys>(context, keys)
    : await (await context.client()).receipts.keys();
  if (!Array.isArray(receipt.signatures) || typeof receipt.payload !== 'string')
    throw usageError(`${path} is not a receipt.`, 'Get one with octavo jobs receipt <id>.');
  const result = await verifyReceipt(receipt, known);
  if (result.signature === 'valid') return result;
  const why =
    result.signature === 'invalid' ? 'was changed after it was signed' : 'is signed by an unknown key';
  throw new CliError(
    `receipt_${result.signature}`,
    'failed',
    `The receipt ${why}.`,
    'Do not rely on it. Get the receipt again from the server that converted the document.',
  );
}

async function checkFile(context: Context, { digests }: Valid, file: string): Promise<FileCheck> {
  const sha256 = await hashFile(resolve(context.environment.cwd, file), new AbortController().signal);
  const name = Object.entries(digests).find(([, digest]) => digest === sha256)?.[0] ?? null;
  return { file, sha256, name };
}

/** Converts the source again with the options of the receipt, and compares the hashes of the outputs. */
async function rerun(
  context: Context,
  { statement, digests }: Valid,
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

function print(
  context: Context,
  files: readonly FileCheck[],
  runs: readonly RerunCheck[],
  valid: Valid,
): void {
  const { builder, metadata } = valid.statement.predicate.runDetails;
  context.print(`receipt    valid, signed by ${valid.keyId}`);
  context.print(`job        ${metadata.invocationId} on ${builder.id}, ${metadata.finishedOn}`);
  for (const { file, name } of files)
    context.print(`${name ? 'match    ' : 'NO MATCH '}  ${file}${name ? `  (${name})` : ''}`);
  for (const { name, is_equal } of runs)
    context.print(`${is_equal ? 'same     ' : 'DIFFERENT'}  ${name}, converted again`);
}

export async function verify(
  context: Context,
  flags: VerifyFlags,
  paths: readonly string[],
): Promise<ExitName | undefined> {
  const valid = await requireValid(context, flags);
  const files: FileCheck[] = [];
  for (const path of paths) files.push(await checkFile(context, valid, path));
  const source = files.find(({ name }) => name === 'source')?.file;
  if (flags.rerun && source === undefined)
    throw usageError('--rerun needs the PDF of the receipt.', 'Pass the file that was converted.');
  const runs = flags.rerun && source !== undefined ? await rerun(context, valid, source) : [];
  if (context.globalOptions.json)
    context.printJson({ signature: 'valid', key_id: valid.keyId, files, rerun: runs });
  else print(context, files, runs, valid);
  const isFine = files.every(({ name }) => name !== null) && runs.every(({ is_equal }) => is_equal);
  return isFine ? undefined : 'failed';
}
