/** `octavo jobs erasure`: prints the erasure certificate of a deleted job. */
import type { Context } from '../context.ts';
import { saveStatement } from './save-statement.ts';

export async function getErasure(
  context: Context,
  { output }: { readonly output?: string },
  id: string,
): Promise<void> {
  await saveStatement(context, await (await context.client()).erasures.get(id), output);
}
