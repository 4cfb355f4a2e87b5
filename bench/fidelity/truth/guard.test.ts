import { expect, it } from 'vitest';
import { htmlBlocks } from '../read/html.ts';
import { icdarBlocks } from '../read/icdar.ts';
import { checkTruth, truthFaults } from './guard.ts';
import { loadSets } from './sets.ts';
import { pagesFrom } from './tableless.ts';

const pdf = import.meta.filename;

it('reads the truth of our own sets whole', () => {
  const sets = loadSets(undefined, ['born', 'layouts']);
  expect(sets.map(({ documents }) => documents.length > 10)).toEqual([true, true]);
  expect(() => checkTruth(sets)).not.toThrow();
});

it('reports truth of which cells, headings or words were not read', () => {
  const source = '<!doctype html><h1>A</h1><p>two words</p><table><tr><td>1</td><td>2</td></tr></table>';
  const blocks = htmlBlocks(source);
  expect(truthFaults({ id: 'a', pdf, truth: { kind: 'blocks', source, blocks } })).toEqual([]);
  for (let at = 0; at < blocks.length; at++) {
    const truth = { kind: 'blocks' as const, source, blocks: blocks.toSpliced(at, 1) };
    expect(truthFaults({ id: 'a', pdf, truth })).not.toEqual([]);
  }
});

it('reports regions and cells of ICDAR files that were not read', () => {
  const source = `<d><region><cell start-row='0' start-col='0'><content>a</content></cell><cell start-row='0' start-col='1'><content>b</content></cell></region></d>`;
  const blocks = icdarBlocks(source);
  expect(truthFaults({ id: 'a', pdf, truth: { kind: 'tables', source, blocks } })).toEqual([]);
  const skipped = icdarBlocks(source.replaceAll(`start-col='1'`, `start-col='0'`));
  expect(truthFaults({ id: 'a', pdf, truth: { kind: 'tables', source, blocks: skipped } })).not.toEqual([]);
});

it('reports a document without its PDF, and an empty set', () => {
  expect(truthFaults({ id: 'a', pdf: '/none.pdf', truth: { kind: 'manual', source: '' } })).toHaveLength(1);
  expect(() => checkTruth([{ name: 'none', documents: [] }])).toThrow('none is empty');
});

it('reads ranges of pages', () => {
  expect(pagesFrom('1-3,7')).toEqual([1, 2, 3, 7]);
});
