/** `octavo convert`: a single file, a URL or a batch. */
import type { Context } from '../context.ts';
import { type ConvertFlags, checkFlags } from '../convert/convert-flags.ts';
import type { ExitName } from '../exit-codes.ts';

export async function convert(
  context: Context,
  flags: ConvertFlags,
  inputs: readonly string[],
): Promise<ExitName | undefined> {
  checkFlags(inputs, flags);
  if (inputs.includes('-')) return (await import('../convert/convert-file.ts')).convertStdin(context, flags);
  if (flags.resume || flags.state !== undefined) {
    return (await import('../convert/convert-batch.ts')).convertBatch(context, flags, inputs);
  }
  const { findInputs, isUrl } = await import('../convert/inputs.ts');
  const [first] = inputs;
  if (inputs.length === 1 && first !== undefined && isUrl(first)) {
    return (await import('../convert/convert-file.ts')).convertUrl(context, flags, first);
  }
  const found = await findInputs(context.environment.cwd, inputs, flags.output);
  const [only] = found.files;
  if (found.isBatch || !only) {
    return (await import('../convert/convert-batch.ts')).convertBatch(context, flags, inputs, found);
  }
  return (await import('../convert/convert-file.ts')).convertFile(context, flags, only);
}
