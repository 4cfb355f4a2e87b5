/** `octavo chunks`: a converted document in chunks, one as JSON on each line. */
import type { ChunksQuery } from '@octavo/sdk';
import type { Context } from '../context.ts';
import { usageError } from '../errors/cli-error.ts';

type ChunkFlags = {
  readonly maxTokens?: number;
  readonly overlap?: number;
  readonly merge: boolean;
  readonly tables?: string;
};

const tableFormats = ['markdown', 'csv', 'html'] as const;

function tablesOf(name: string | undefined): ChunksQuery['tables'] {
  const format = tableFormats.find((known) => known === name);
  if (name === undefined || format) return format;
  throw usageError(`${name} is not a format of tables.`, `Choose from: ${tableFormats.join(', ')}.`);
}

export async function printChunks(context: Context, flags: ChunkFlags, id: string): Promise<void> {
  const query = {
    max_tokens: flags.maxTokens,
    overlap: flags.overlap,
    merge: flags.merge,
    tables: tablesOf(flags.tables),
  };
  const client = await context.client();
  let count = 0;
  for await (const chunk of client.jobs.chunks(id, query)) {
    context.print(JSON.stringify(chunk));
    count++;
  }
  context.note(`${count} chunks.`);
}
