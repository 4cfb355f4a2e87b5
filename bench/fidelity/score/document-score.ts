/** Everything that is measured on one output of one document. */
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import type { Block } from '../blocks.ts';
import { blocksOf, type Format } from '../read/blocks-of.ts';
import type { GoldDocument } from '../truth/sets.ts';
import { type Adjacency, scoreAdjacency } from './adjacency.ts';
import { type HeadingScore, scoreHeadings } from './headings.ts';
import { type ManualScore, scoreManual } from './manual.ts';
import { scoreTables, type TableScore } from './tables.ts';
import { scoreText, type TextScore } from './text.ts';
import { passes, type UnitTest } from './unit-tests.ts';

export type TestResult = { readonly id: string; readonly type: UnitTest['type']; readonly passed: boolean };

export type DocumentScore = {
  readonly id: string;
  /** Why there is no output. */
  readonly fault?: string;
  readonly text?: TextScore;
  readonly headings?: HeadingScore;
  /** If the truth has tables or the output has. */
  readonly tables?: TableScore;
  readonly adjacency?: Adjacency;
  readonly tests?: readonly TestResult[];
  readonly manual?: ManualScore;
};

export type Output = { readonly format: Format; readonly text: string } | { readonly fault: string };

function scoreBlocks(
  truth: readonly Block[],
  found: readonly Block[],
  isWhole: boolean,
): Partial<DocumentScore> {
  const headings = isWhole ? scoreHeadings(truth, found) : undefined;
  const tables = scoreTables(truth, found);
  return {
    ...(isWhole ? { text: scoreText(truth, found) } : {}),
    ...(headings ? { headings } : {}),
    tables,
    ...(tables.wanted > 0 ? { adjacency: scoreAdjacency(truth, found) } : {}),
  };
}

/** Links and code are read from html; markdown as gfm renders it, json and text not at all. */
function htmlOf(output: Output): string | undefined {
  if ('fault' in output) return '';
  if (output.format === 'html') return output.text;
  if (output.format !== 'markdown') return undefined;
  const rendering = { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true };
  return micromark(output.text, rendering);
}

/** A document without output scores as an empty one. */
export function scoreDocument({ id, truth }: GoldDocument, output: Output): DocumentScore {
  const fault = 'fault' in output ? { fault: output.fault } : {};
  const found = 'fault' in output ? [] : blocksOf(output.format, output.text);
  switch (truth.kind) {
    case 'manual': {
      const html = htmlOf(output);
      return { id, ...fault, ...(html === undefined ? {} : { manual: scoreManual(truth.source, html) }) };
    }
    case 'tests': {
      const hasOutput = !('fault' in output);
      const results = truth.tests.map((test) => ({
        id: test.id,
        type: test.type,
        passed: hasOutput && passes(found, test),
      }));
      return { id, ...fault, tests: results };
    }
    default:
      return { id, ...fault, ...scoreBlocks(truth.blocks, found, truth.kind === 'blocks') };
  }
}
