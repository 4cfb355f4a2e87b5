import { expect, it } from 'vitest';
import type { Block, Cell, TableBlock } from '../blocks.ts';
import { blocksOf } from '../read/blocks-of.ts';
import { icdarBlocks } from '../read/icdar.ts';
import { relationsOf, scoreAdjacency } from './adjacency.ts';
import { commonLength, similarity } from './common-subsequence.ts';
import { textDistance } from './edit-distance.ts';
import { findText } from './find-text.ts';
import { scoreHeadings } from './headings.ts';
import { scoreManual } from './manual.ts';
import { scoreTables, teds } from './tables.ts';
import { scoreText } from './text.ts';
import { treeDistance } from './tree-distance.ts';
import { passes } from './unit-tests.ts';

const cell = (text: string, columnSpan = 1, rowSpan = 1): Cell => ({ text, columnSpan, rowSpan });
const table = (...rows: readonly (readonly (string | Cell)[])[]): TableBlock => ({
  kind: 'table',
  rows: rows.map((row) => row.map((one) => (typeof one === 'string' ? cell(one) : one))),
});
const heading = (level: number, text: string): Block => ({ kind: 'heading', level, text });
const paragraph = (text: string): Block => ({ kind: 'paragraph', text });

it('finds the longest common subsequence of texts longer than a machine word', () => {
  const left = 'abcdefghij'.repeat(20);
  expect(commonLength(left, left)).toBe(200);
  expect(commonLength(left, [...left].reverse().join(''))).toBeLessThan(200);
  expect(commonLength('kitten', 'sitting')).toBe(4);
  expect(commonLength('', 'a')).toBe(0);
  expect(similarity('𝒂b', '𝒂c')).toBe(0.5);
});

it('measures the distance of texts as a share of the longer one', () => {
  expect(textDistance('', '')).toBe(0);
  expect(textDistance('kitten', 'sitting')).toBeCloseTo(3 / 7);
  expect(textDistance('', 'abc')).toBe(1);
});

it('counts the nodes that a tree needs to become another', () => {
  const leaf = (label: string) => ({ label, kids: [] });
  const left = { label: 'a', kids: [leaf('b'), { label: 'c', kids: [leaf('d')] }] };
  const right = { label: 'a', kids: [{ label: 'c', kids: [leaf('d'), leaf('e')] }] };
  expect(treeDistance(left, right, (a, b) => (a === b ? 0 : 1))).toBe(2);
});

it('scores equal tables 1, a missing row by its nodes, and a missed table 0', () => {
  const truth = table(['a', 'b'], ['c', 'd'], ['e', 'f']);
  expect(teds(truth, truth)).toBe(1);
  expect(teds(truth, table(['a', 'b'], ['c', 'd']))).toBeCloseTo(1 - 3 / 9);
  expect(teds(truth, table(['a', 'b'], ['x', 'd'], ['e', 'f']))).toBeCloseTo(1 - 1 / 9);
  expect(teds(truth, table(['a', 'b'], ['x', 'd'], ['e', 'f']), true)).toBe(1);
  expect(teds(table([cell('a', 2)]), table(['a', '']))).toBeLessThan(1);
  expect(scoreTables([truth, table(['other', 'words'])], [truth])).toMatchObject({
    wanted: 2,
    found: 1,
    matched: 1,
    teds: [1, 0],
  });
});

it('relates every cell to the next one with text, once, over spans and empty cells', () => {
  const relations = relationsOf(table(['', cell('head', 2)], ['a', '', '1'], ['b', '2', '3']));
  expect(relations).toHaveLength(7);
  expect(relations).toContain('a right 1');
  expect(relations).toContain('head down 2');
});

it('keeps the relations of a table that is cut in two, except those over the cut', () => {
  const whole = [table(['a', 'b'], ['c', 'd'])];
  const halves = [table(['a', 'b']), table(['c', 'd'])];
  expect(scoreAdjacency(whole, halves)).toEqual({ wanted: 4, found: 2, shared: 2 });
});

it('scores text by its order and its words', () => {
  const truth = [paragraph('one two three'), paragraph('four five six')];
  const turned = scoreText(truth, truth.toReversed());
  expect(turned).toMatchObject({ wordPrecision: 1, wordRecall: 1 });
  expect(turned.nid).toBeLessThan(0.8);
  expect(scoreText(truth, [])).toEqual({ nid: 0, wordPrecision: 0, wordRecall: 0 });
});

it('scores headings in every script by their text and by what is below them', () => {
  const truth = [heading(1, 'Title'), paragraph('text'), heading(2, 'مقدمة'), paragraph('more')];
  expect(scoreHeadings(truth, truth)).toMatchObject({ mhs: 1, mhsLevels: 1, headings: { f1: 1 } });
  const flat = [heading(1, 'Title'), paragraph('text مقدمة more')];
  const score = scoreHeadings(truth, flat);
  expect(score?.headings).toEqual({ precision: 1, recall: 0.5, f1: 2 / 3 });
  expect(score?.mhs).toBeLessThan(0.7);
  expect(scoreHeadings([paragraph('text')], truth)).toBeUndefined();
});

it('does not count levels that are only shifted', () => {
  const shifted = [heading(2, 'A'), heading(3, 'B')];
  expect(scoreHeadings([heading(1, 'A'), heading(2, 'B')], shifted)).toMatchObject({ mhsLevels: 1 });
});

it('finds a text with a few wrong characters, but no short one', () => {
  expect(findText('the quick brovvn fox jumps', 'quick brown fox', 2)).toBeGreaterThan(0);
  expect(findText('the quick brovvn fox jumps', 'quick brown fox', 1)).toBe(-1);
  expect(findText('abcdef', 'abx', 1)).toBe(-1);
});

it('passes unit tests by what the output says', () => {
  const blocks = [paragraph('First part.'), table(['Year', 'Sum'], ['2025', '17']), paragraph('Last part.')];
  const common = { id: 'a', pdf: 'a.pdf', page: 1 };
  expect(passes(blocks, { ...common, type: 'present', text: 'first  part' })).toBe(true);
  expect(passes(blocks, { ...common, type: 'absent', text: 'Last part', first_n: 10 })).toBe(true);
  expect(passes(blocks, { ...common, type: 'order', before: 'Last part', after: 'First part' })).toBe(false);
  expect(passes(blocks, { ...common, type: 'table', cell: '17', left: '2025', top_heading: 'Sum' })).toBe(
    true,
  );
  expect(passes(blocks, { ...common, type: 'table', cell: '17', up: '2025' })).toBe(false);
});

it('scores manuals by headings, links, code and items of the authors', () => {
  const truth =
    '<h1>1 Start</h1><p>See <a href="https://example.org/a/#b">there</a></p><pre>make all -j 4</pre><ul><li>a<li>b</ul>';
  expect(scoreManual(truth, truth)).toMatchObject({ links: 1, code: 1, items: 1, headings: { f1: 1 } });
  const found = '<h2>Start</h2><p>See there</p><pre>make\nall -j 4</pre><ul><li>a</ul>';
  expect(scoreManual(truth, found)).toMatchObject({ links: 0, code: 1, items: 0.5, headings: { f1: 1 } });
});

it('reads the same document from html and markdown', () => {
  const html = blocksOf(
    'html',
    '<html><head><title>x</title></head><h2>A &amp; B</h2><p>one<br>two <b>three</b></p><ol><li>1. x</li></ol><table><caption>T</caption><tr><th>a</th><td>b</td></tr></table>',
  );
  const markdown = blocksOf(
    'markdown',
    '## A & B\n\none\ntwo **three**\n\n1. x\n\nT\n\n| a | b |\n|---|---|\n',
  );
  expect(markdown).toEqual(html);
});

it('reads the numbers that a browser shows in front of items, once', () => {
  const shown = blocksOf('html', '<ol start="150"><li>one</li><li>two</li></ol>');
  const written = blocksOf('html', '<ol><li><span>1.</span> one</li></ol><ul><li>two</li></ul>');
  expect([...shown, ...written].map((block) => 'text' in block && block.text)).toEqual([
    '150. one',
    '151. two',
    '1. one',
    'two',
  ]);
});

it('reads a dash in front of the text of a cell in markdown as a bullet, but not that of a number', () => {
  const [read] = blocksOf('markdown', '| - Yes | -5 | - 5 | A - B |\n| - | - | - | - |\n');
  expect(read).toMatchObject({
    rows: [[{ text: 'Yes' }, { text: '-5' }, { text: '- 5' }, { text: 'A - B' }]],
  });
});

it('reads cells of ICDAR files with either quotes, and fills places without a cell', () => {
  const xml = `<document><region page='2'><cell start-row='0' start-col='0' end-col="1"><content>A &amp; B</content></cell><cell start-row="1" start-col="1"><content>c</content></cell></region></document>`;
  expect(icdarBlocks(xml)).toEqual([
    { kind: 'table', page: 2, rows: [[cell('A & B', 2)], [cell(''), cell('c')]] },
  ]);
});
