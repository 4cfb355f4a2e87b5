/** `octavo jobs receipt`: prints the receipt of a job. */
import type { Context } from '../context.ts';
import { saveStatement } from './save-statement.ts';

export async function getReceipt(
  context: Context,
  { output }: { readonly output?: string },
  id: string,
): Promise<void> {
  await saveStatement(context, await (await context.client()).jobs.receipt(id), output);
}
