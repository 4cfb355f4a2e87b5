/** `octavo watch`: converts the PDFs of a folder as they appear. */
import type { Context } from '../context.ts';
import type { ExitName } from '../exit-codes.ts';
import { type WatchFlags, watchFolder } from '../watch/watch-folder.ts';

export async function watch(
  context: Context,
  flags: WatchFlags,
  input: string,
  output: string,
): Promise<ExitName> {
  return watchFolder(context, flags, input, output);
}
