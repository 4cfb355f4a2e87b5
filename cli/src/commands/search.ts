/** `octavo search`: prints the places of a done job where words or a phrase stand. */
import type { Context } from '../context.ts';

const shownByDefault = 20;

export async function search(
  context: Context,
  { limit = shownByDefault }: { readonly limit?: number },
  id: string,
  words: readonly string[],
): Promise<void> {
  const { jobs } = await context.client();
  const found = await jobs.search(id, { q: words.join(' '), limit });
  if (context.globalOptions.json) {
    context.printJson(found);
    return;
  }
  for (const { page, label, before, match, after } of found.items) {
    const place = label === null ? `page ${page}` : `page ${page} (${label})`;
    context.print(`${place}: ${before}${match}${after}`);
  }
  const more = found.total - found.items.length;
  if (found.total === 0) context.note('Nothing was found.');
  else if (more > 0) context.note(`${more} more hits; see --limit.`);
}
