/** `read_document`: markdown of pages, of a section, or from where the last answer ended. */
import { type Call, refusal, withText } from './answer.ts';

export type ReadInput = {
  readonly document: string;
  readonly pages?: string;
  readonly section?: string;
  readonly cursor?: string;
  readonly max_tokens?: number;
};

export async function readDocument({ client, signal }: Call, { document, ...range }: ReadInput) {
  const { pages, section, cursor, max_tokens = 4_000 } = range;
  if ([pages, section, cursor].filter((value) => value !== undefined).length > 1)
    return refusal('invalid_request', 'Give only one of pages, section and cursor.');
  const query = {
    max_tokens,
    ...(pages !== undefined && { pages }),
    ...(section !== undefined && { section }),
    ...(cursor !== undefined && { cursor }),
  };
  const part = await client.jobs.read(document, query, { signal });
  const { from, to, tokens, remaining_tokens, next_cursor } = part;
  return withText(
    {
      document,
      from_page: from?.page ?? null,
      to_page: to?.page ?? null,
      tokens,
      remaining_tokens,
      next_cursor,
    },
    String(part.content),
  );
}
