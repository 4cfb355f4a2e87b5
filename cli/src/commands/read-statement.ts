/** Reads a receipt or an erasure certificate from a file, and checks its signature. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  type Receipt,
  type ReceiptKeys,
  type VerifiedErasure,
  type VerifiedReceipt,
  verifyErasure,
  verifyReceipt,
} from '@octavo/sdk';
import type { Context } from '../context.ts';
import { CliError, usageError } from '../errors/cli-error.ts';

export type ValidReceipt = Extract<VerifiedReceipt, { signature: 'valid' }>;
export type ValidErasure = Extract<VerifiedErasure, { signature: 'valid' }>;
export type ValidStatement =
  | ({ readonly kind: 'receipt' } & ValidReceipt)
  | ({ readonly kind: 'erasure' } & ValidErasure);

async function readJson<Value>(context: Context, path: string): Promise<Value> {
  try {
    return JSON.parse(await readFile(resolve(context.environment.cwd, path), 'utf8')) as Value;
  } catch (cause) {
    throw new CliError('usage', 'usage', `${path} cannot be read as JSON.`, 'Check the path.', { cause });
  }
}

/** The statement that was signed, or an error: nothing else of an unsigned one is worth showing. */
export async function readStatement(
  context: Context,
  { receipt: path, keys }: { readonly receipt: string; readonly keys?: string },
): Promise<ValidStatement> {
  const envelope = await readJson<Receipt>(context, path);
  const known = keys
    ? await readJson<ReceiptKeys>(context, keys)
    : await (await context.client()).receipts.keys();
  if (!Array.isArray(envelope.signatures) || typeof envelope.payload !== 'string')
    throw usageError(`${path} is not a receipt.`, 'Get one with octavo jobs receipt <id>.');
  const erasure = await verifyErasure(envelope, known);
  if (erasure.signature === 'valid') return { kind: 'erasure', ...erasure };
  const receipt = await verifyReceipt(envelope, known);
  if (receipt.signature === 'valid') return { kind: 'receipt', ...receipt };
  const why =
    receipt.signature === 'invalid' ? 'was changed after it was signed' : 'is signed by an unknown key';
  throw new CliError(
    `receipt_${receipt.signature}`,
    'failed',
    `The receipt ${why}.`,
    'Do not rely on it. Get it again from the server that converted the document.',
  );
}
