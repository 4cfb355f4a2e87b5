/** `octavo jobs receipt`: prints the receipt of a job. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Context } from '../context.ts';

export async function getReceipt(
  context: Context,
  { output }: { readonly output?: string },
  id: string,
): Promise<void> {
  const receipt = await (await context.client()).jobs.receipt(id);
  if (output === undefined) {
    context.printJson(receipt);
    return;
  }
  await writeFile(resolve(context.environment.cwd, output), `${JSON.stringify(receipt, null, 2)}\n`);
  context.note(`Wrote ${output}. Check files with octavo verify --receipt ${output} <files...>`);
}
