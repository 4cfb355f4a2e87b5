/**
 * Checks that truth was read whole, by counting in its source what the readers must find. A reader that skips cells
 * makes scores wrong without any sign of it.
 */
import { existsSync } from 'node:fs';
import { type Block, isHeading, isTable, normalize, plainText } from '../blocks.ts';
import { relationsOf } from '../score/adjacency.ts';
import { manualFacts } from '../score/manual.ts';
import { testTypes, unscoredTypes } from '../score/unit-tests.ts';
import { sharedOf, totalOf, wordCounts } from '../score/words.ts';
import { type GoldDocument, type GoldSet, type Truth, testsOf } from './sets.ts';

type Count = readonly [what: string, inSource: number, read: number];

const countIn = (source: string, pattern: RegExp) => [...source.matchAll(pattern)].length;
const cellsOf = (blocks: readonly Block[]) => blocks.filter(isTable).flatMap(({ rows }) => rows.flat());

function icdarCounts(source: string, blocks: readonly Block[]): readonly Count[] {
  const contents = [...source.matchAll(/<content[^>]*>([\s\S]*?)<\/content>/g)];
  const filled = contents.filter(([, text = '']) => normalize(text) !== '');
  const related = blocks.filter(isTable).filter((table) => relationsOf(table).length > 0);
  return [
    ['regions', countIn(source, /<region\b/g), blocks.length],
    ['cells with text', filled.length, cellsOf(blocks).filter(({ text }) => text !== '').length],
    ['tables with relations', blocks.length, related.length],
  ];
}

function htmlCounts(source: string, blocks: readonly Block[]): readonly Count[] {
  const text = source.replaceAll(/<[^>]*>/g, ' ').replaceAll(/&\w+;/g, ' ');
  const words = wordCounts(normalize(text));
  return [
    ['tables', countIn(source, /<table\b/g), blocks.filter(isTable).length],
    ['cells', countIn(source, /<t[dh]\b/g), cellsOf(blocks).length],
    ['headings', countIn(source, /<h[1-6]\b/g), blocks.filter(isHeading).length],
    ['words', totalOf(words), sharedOf(words, wordCounts(plainText(blocks)))],
  ];
}

function markdownCounts(source: string, blocks: readonly Block[]): readonly Count[] {
  const text = source.replaceAll(/```[\s\S]*?```/g, '');
  return [
    ['tables', countIn(text, /^\|(\s*:?-+:?\s*\|)+\s*$/gm), blocks.filter(isTable).length],
    ['headings', countIn(text, /^#{1,6}\s+\S/gm), blocks.filter(isHeading).length],
  ];
}

function manualCounts(source: string): readonly Count[] {
  const facts = manualFacts(source);
  const text = source.replaceAll(/<!--[\s\S]*?-->/g, '');
  return [
    ['headings', countIn(text, /<h[1-6]\b/g), facts.headings.length],
    ['code blocks', countIn(text, /<pre\b/g), facts.code.length],
    ['list items', countIn(text, /<(?:li|dt)\b/g), facts.items],
  ];
}

function countsOf(truth: Truth): readonly Count[] {
  if (truth.kind === 'manual') return manualCounts(truth.source);
  if (truth.kind === 'tables') return icdarCounts(truth.source, truth.blocks);
  if (truth.kind === 'blocks') {
    const counts = /^\s*<!doctype html/i.test(truth.source) ? htmlCounts : markdownCounts;
    return counts(truth.source, truth.blocks);
  }
  const all = testsOf(truth.source);
  const known = all.filter(({ type }) => [...testTypes, ...unscoredTypes].some((one) => one === type));
  return [['tests of a known type', all.length, known.length]];
}

/** One line for each fault; empty if all truth was read. */
export function truthFaults({ id, pdf, truth }: GoldDocument): readonly string[] {
  const missing = existsSync(pdf) ? [] : [`${id}: its PDF is missing: ${pdf}`];
  const wrong = countsOf(truth).filter(([, inSource, read]) => inSource !== read);
  return [
    ...missing,
    ...wrong.map(([what, inSource, read]) => `${id}: ${what}: ${inSource} in the source, ${read} read`),
  ];
}

export function checkTruth(sets: readonly GoldSet[]): void {
  const faults = sets.flatMap(({ name, documents }) => [
    ...(documents.length === 0 ? [`${name} is empty`] : []),
    ...documents.flatMap((document) => truthFaults(document).map((fault) => `${name}/${fault}`)),
  ]);
  if (faults.length > 0) throw new Error(`truth was not read whole:\n${faults.join('\n')}`);
}
