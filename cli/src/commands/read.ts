/** `octavo read`: prints the document of a done job, or a part of it. */
import type { Context } from '../context.ts';

type ReadOptions = {
  readonly pages?: string;
  readonly section?: string;
  readonly text?: true;
  readonly maxTokens?: number;
};

/** The most that the server sends at once. */
const partTokens = 20_000;

export async function read(
  context: Context,
  { pages, section, text, maxTokens }: ReadOptions,
  id: string,
): Promise<void> {
  const { jobs } = await context.client();
  const format = text ? 'text' : 'markdown';
  const parts = jobs.read(id, { pages, section, format, max_tokens: maxTokens ?? partTokens });
  if (context.globalOptions.json) {
    context.printJson(await parts);
    return;
  }
  const { stdout } = context.environment;
  for await (const { content, cut, truncated, remaining_tokens: left } of parts) {
    stdout.write(String(content));
    if (maxTokens !== undefined) {
      if (truncated) context.note(`About ${left} tokens are left; leave out --max-tokens to read them too.`);
      return;
    }
    // Parts of markdown end after a block, with the empty line before the next one left out.
    if (truncated && !cut && !text) stdout.write('\n');
    if (!truncated && text) stdout.write('\n');
  }
}
