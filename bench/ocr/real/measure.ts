/** Converts real scans with default options and scores those whose text is known: word by word, or by facts. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Block } from '../../fidelity/blocks.ts';
import { startConverting } from '../../fidelity/parsers/octavo.ts';
import type { Lifetime, Parsed } from '../../fidelity/parsers/parser.ts';
import { blocksOf } from '../../fidelity/read/blocks-of.ts';
import { scoreText } from '../../fidelity/score/text.ts';
import { passes, testTypes } from '../../fidelity/score/unit-tests.ts';
import { testsOf } from '../../fidelity/truth/sets.ts';
import { cpuMsOf, enginesOf } from '../../measure/cpu.ts';
import { scratch } from '../../scratch.ts';
import { realDocuments } from './documents.ts';

export type RealRow = {
  readonly name: string;
  readonly pages: number;
  /** Words that were recognized, and the mean of their confidence; null if no page was read. */
  readonly words: number | null;
  readonly confidence: number | null;
  /** Null if the text of the page is not known, or is empty. */
  readonly recall: number | null;
  readonly precision: number | null;
  /** Words in the output of a page that has none. */
  readonly added: number | null;
  readonly tests: { readonly passed: number; readonly all: number } | null;
  readonly cpuSeconds: number;
};

type Page = { readonly ocr?: { readonly words: number; readonly confidence: number } };

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
const textOf = (blocks: readonly Block[]) =>
  blocks.map((block) => ('text' in block ? block.text : '')).join(' ');

/** `NAME.truth.txt` next to the PDF has the words of the page; it is empty for a page without text. */
function scoreWords(truthPath: string, found: readonly Block[]) {
  if (!existsSync(truthPath)) return { recall: null, precision: null, added: null };
  const text = readFileSync(truthPath, 'utf8').trim();
  if (text === '') return { recall: null, precision: null, added: wordsIn(textOf(found)) };
  const { wordRecall, wordPrecision } = scoreText([{ kind: 'paragraph', text }], found);
  return { recall: wordRecall, precision: wordPrecision, added: null };
}

function scoreTests(directory: string, name: string, found: readonly Block[]): RealRow['tests'] {
  const path = join(directory, 'dataset.jsonl');
  if (!existsSync(path)) return null;
  const tests = testsOf(readFileSync(path, 'utf8')).filter(
    ({ pdf, type }) => pdf === `${name}.pdf` && testTypes.some((scored) => scored === type),
  );
  return tests.length === 0
    ? null
    : { passed: tests.filter((test) => passes(found, test)).length, all: tests.length };
}

const textIn = ({ outputs }: Parsed, format: string): string => {
  const output = outputs[format];
  if (output === undefined || 'fault' in output) throw new Error(output?.fault ?? `no ${format}`);
  return output.text;
};

function rowOf(directory: string, name: string, parsed: Parsed, cpuSeconds: number): RealRow {
  const found = blocksOf('html', textIn(parsed, 'html'));
  const { pages } = JSON.parse(textIn(parsed, 'json')) as { pages: readonly Page[] };
  const read = pages.flatMap(({ ocr }) => (ocr && ocr.words > 0 ? [ocr] : []));
  const words = read.reduce((sum, page) => sum + page.words, 0);
  const sure = read.reduce((sum, page) => sum + page.words * page.confidence, 0);
  return {
    name,
    pages: pages.length,
    words: pages.some(({ ocr }) => ocr) ? words : null,
    confidence: words === 0 ? null : sure / words,
    ...scoreWords(join(directory, `${name}.truth.txt`), found),
    tests: scoreTests(directory, name, found),
    cpuSeconds,
  };
}

export async function measureReal(
  lifetime: Lifetime,
  directory: string,
  say: (text: string) => void,
): Promise<readonly RealRow[]> {
  const parse = await startConverting(lifetime, await scratch(lifetime), { recognizeSlots: 1 });
  const engines = enginesOf(process.pid);
  const rows: RealRow[] = [];
  for (const { name } of realDocuments) {
    const path = join(directory, `${name}.pdf`);
    if (!existsSync(path)) {
      say(`  ${name}: not in ${directory}`);
      continue;
    }
    const before = cpuMsOf(engines);
    const parsed = await parse(path);
    const row = rowOf(directory, name, parsed, (cpuMsOf(engines) - before) / 1_000);
    rows.push(row);
    say(`  ${JSON.stringify(row)}`);
  }
  return rows;
}
