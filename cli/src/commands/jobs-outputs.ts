/** `octavo jobs outputs`: adds text formats to a job that is done. */
import { formatsOf, type TextFormat } from '@octavo/sdk';
import type { Context } from '../context.ts';

export async function addOutputs(
  context: Context,
  { format }: { readonly format: readonly TextFormat[] },
  id: string,
): Promise<void> {
  const client = await context.client();
  const job = await client.jobs.writeOutputs(id, { format });
  if (context.globalOptions.json) {
    context.printJson(job);
    return;
  }
  context.print(`${job.id}  ${formatsOf(job).join(', ')}`);
  context.note(`Download them with octavo jobs download ${job.id}`);
}
