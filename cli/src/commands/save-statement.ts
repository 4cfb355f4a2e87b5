/** Prints a signed statement, or writes it into a file. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Erasure, Receipt } from '@octavo/sdk';
import type { Context } from '../context.ts';

export async function saveStatement(
  context: Context,
  statement: Receipt | Erasure,
  output: string | undefined,
): Promise<void> {
  if (output === undefined) {
    context.printJson(statement);
    return;
  }
  await writeFile(resolve(context.environment.cwd, output), `${JSON.stringify(statement, null, 2)}\n`);
  context.note(`Wrote ${output}. Check files with octavo verify --receipt ${output} <files...>`);
}
