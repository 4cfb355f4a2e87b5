import { expect, it } from 'vitest';
import { brokenFloors, raisedFloors } from '../floors.ts';
import type { ParserScore, SetScore } from '../measure.ts';
import { type FidelityResults, mergeResults } from '../results.ts';
import type { Figures } from '../score/summary.ts';
import { fidelityPage } from './page.ts';
import { worstOf } from './worst.ts';

const setScore = (set: string, figures: Figures, rows: SetScore['rows'] = []): SetScore => ({
  set,
  documents: 2,
  failed: 0,
  figures,
  rows,
});

const parserScore = (parser: string, ...sets: readonly SetScore[]): ParserScore => ({
  parser,
  version: '1',
  formats: [{ format: 'html', sets }],
});

const results = (...parsers: readonly ParserScore[]): FidelityResults => ({
  at: '2026-11-17T00:00:00Z',
  commit: 'abc',
  machine: 'one',
  parsers,
});

it('keeps figures of sets and parsers that were not measured again', () => {
  const before = results(
    parserScore('octavo', setScore('born', { nid: 0.5 }), setScore('docling', { nid: 0.4 })),
    parserScore('other', setScore('born', { nid: 0.3 })),
  );
  const after = results(parserScore('octavo', setScore('born', { nid: 0.9 })));
  const merged = mergeResults(before, after);
  expect(merged.parsers.map(({ parser }) => parser)).toEqual(['octavo', 'other']);
  expect(merged.parsers[0]?.formats[0]?.sets.map(({ figures }) => figures['nid'])).toEqual([0.9, 0.4]);
});

it('reports scores below their floor, and raises floors but never lowers them', () => {
  const score = parserScore('octavo', setScore('born', { nid: 0.98765, teds: 0.5 }));
  const floors = { born: { html: { nid: 0.9, teds: 0.6 } } };
  expect(brokenFloors(score, floors)).toEqual(['born, html: teds is 0.5000, its floor is 0.6']);
  expect(raisedFloors(score, floors)).toEqual({ born: { html: { nid: 0.987, teds: 0.6 } } });
  expect(brokenFloors(score, raisedFloors(score, {}))).toEqual([]);
});

it('names the worst documents and what is wrong with them', () => {
  const rows = [
    { id: 'good', figures: { nid: 1, teds: 1, tablesWanted: 1, tablesFound: 1, tablesMatched: 1 } },
    { id: 'missed', figures: { nid: 1, teds: 0, tablesWanted: 2, tablesFound: 0, tablesMatched: 0 } },
    { id: 'mixed', figures: { nid: 0.6, wordRecall: 1, wordPrecision: 1 } },
    { id: 'none', fault: 'refused', figures: { nid: 0 } },
  ];
  expect(worstOf(setScore('born', {}, rows)).map(({ id, faults }) => `${id}: ${faults}`)).toEqual([
    'none: no output: refused',
    'missed: 2 of 2 tables not found',
    'mixed: text in another order (NID 0.60)',
  ]);
});

it('writes a page with a table and a chart for each set that was measured', () => {
  const tests = { presentTests: 4, presentPassed: 3 };
  const octavo = {
    ...parserScore('octavo', setScore('born', { nid: 0.9 }), setScore('olmocr', tests)),
    falseTables: { pages: 300, pagesWithTables: 3, files: [{ file: 'gold/a.pdf', pages: [1, 2, 9] }] },
  };
  const { text, charts } = fidelityPage(
    results(octavo, parserScore('other', setScore('born', { nid: 0.7 }))),
  );
  expect([...charts.keys()]).toEqual(['olmocr.svg', 'born.svg']);
  expect(text).toContain('| octavo, html | 2 | 0.900 |');
  expect(text).toContain('| octavo, html | 2 | 3 of 4 |');
  expect(text).toContain('| octavo | 3 of 300 | 1.0 % |');
  expect(text).toContain('| gold/a.pdf | 1, 2, 9 |');
  expect(text).not.toContain('## docling');
});
