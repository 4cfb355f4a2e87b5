/** A comparison as json, in pieces: one for each difference. */
import type { DocumentDiff } from './diff.ts';

/** Which documents were compared, as the client knows them. */
export type DiffNames = Readonly<
  Record<'base' | 'head', { readonly job_id: string; readonly file_name: string }>
>;

export function* writeDiffJson({ scope, summary, items }: DocumentDiff, names: DiffNames): Generator<string> {
  const { base, head } = names;
  yield `${JSON.stringify({ base, head, scope, summary }).slice(0, -1)},"items":[`;
  for (const [index, item] of items.entries()) yield `${index > 0 ? ',' : ''}\n${JSON.stringify(item)}`;
  yield ']}\n';
}
