/** Converts the documents of all sets with one parser, and scores every output. */
import type { FidelityParser, Parsed } from './parsers/parser.ts';
import { type DocumentScore, scoreDocument } from './score/document-score.ts';
import { type Row, rowOf, type Summary, summaryOf } from './score/summary.ts';
import type { GoldSet } from './truth/sets.ts';
import { type FalseTables, falseTablesOf, type TablelessPages } from './truth/tableless.ts';

export type SetScore = Summary & { readonly set: string; readonly rows: readonly Row[] };

export type FormatScore = { readonly format: string; readonly sets: readonly SetScore[] };

export type ParserScore = {
  readonly parser: string;
  readonly version: string;
  readonly formats: readonly FormatScore[];
  readonly falseTables?: FalseTables;
};

/** The same file is in several lists: converted once. */
function onceEach(parser: FidelityParser): (pdf: string) => Promise<Parsed> {
  const done = new Map<string, Promise<Parsed>>();
  return (pdf) => {
    const parsed = done.get(pdf) ?? parser.parse(pdf);
    done.set(pdf, parsed);
    return parsed;
  };
}

const noOutput = { fault: 'no output' };

export async function measureParser(
  parser: FidelityParser,
  sets: readonly GoldSet[],
  pages: readonly TablelessPages[],
  say: (text: string) => void,
): Promise<ParserScore> {
  const parse = onceEach(parser);
  const scored = new Map(parser.formats.map((format) => [format, [] as SetScore[]]));
  for (const { name: set, documents } of sets) {
    const scores = new Map(parser.formats.map((format) => [format, [] as DocumentScore[]]));
    for (const document of documents) {
      const { outputs } = await parse(document.pdf);
      for (const format of parser.formats) {
        scores.get(format)?.push(scoreDocument(document, outputs[format] ?? noOutput));
      }
    }
    for (const [format, all] of scores) {
      scored.get(format)?.push({ set, ...summaryOf(all), rows: all.map(rowOf) });
    }
    say(`  ${parser.name}: ${set}, ${documents.length} documents`);
  }
  const falseTables = await falseTablesOf(parse, pages);
  return {
    parser: parser.name,
    version: parser.version,
    formats: [...scored].map(([format, all]) => ({ format, sets: all })),
    ...(falseTables ? { falseTables } : {}),
  };
}
