/** Parsers of other people, installed for one run; see `bench/others`. */
import { type OtherName, packageOf, startOther } from '../../others/contender.ts';
import { isTable } from '../blocks.ts';
import { blocksOf, type Format } from '../read/blocks-of.ts';
import { type FidelityParser, failed, type Lifetime } from './parser.ts';

export const libraryFormats = { liteparse: 'markdown', 'pdf.js': 'text' } satisfies Partial<
  Record<OtherName, Format>
>;
export type LibraryName = keyof typeof libraryFormats;

export function startLibrary(lifetime: Lifetime, name: LibraryName, folder: string): FidelityParser {
  const other = startOther(lifetime, name, folder);
  const format = libraryFormats[name];
  return {
    name,
    version: packageOf(name),
    formats: [format],
    parse: async (pdf) => {
      const parsed = await other.parse({ path: pdf, name, pageCount: 0 });
      if ('fault' in parsed) return failed([format], parsed.fault);
      const pages = (parsed.pages ?? []).map((text) => blocksOf(format, text).some(isTable));
      const tablePages = new Set(pages.flatMap((hasTable, at) => (hasTable ? [at + 1] : [])));
      return { outputs: { [format]: { format, text: parsed.text } }, tablePages };
    },
  };
}
