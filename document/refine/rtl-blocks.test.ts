/** Blocks of right-to-left pages, whose text begins at the right edge. */
import { expect, it } from 'vitest';
import type { ExtractedLine } from '../model/extraction.ts';
import { line, paragraph, run } from '../testing/extraction-builder.ts';
import { outlineOf, refined } from '../testing/refined.ts';

const rightEdge = 500;

/** As it is printed: the first letter at the right. */
const printed = (text: string, y: number, indent = 0): ExtractedLine =>
  line(run(Array.from(text).reverse(), rightEdge - indent - text.length * 5, y));

const full = 'שלום עולם '.repeat(8).trim();

it('joins a paragraph with its last line, which is short', () => {
  const blocks = refined([
    paragraph([printed(full, 700), printed(full, 688)]),
    paragraph([printed('סוף.', 676)]),
  ]);
  expect(outlineOf(blocks)).toEqual([`paragraph ${full} ${full} סוף.`]);
});

it('keeps a paragraph apart from one that is indented, or that follows the end of a sentence', () => {
  const indented = refined([paragraph([printed(full, 700)]), paragraph([printed(full.slice(4), 688, 20)])]);
  const ended = refined([paragraph([printed(`${full}.`, 700)]), paragraph([printed(full, 688)])]);
  expect([indented.length, ended.length]).toEqual([2, 2]);
});

it('nests items by their indent from the right', () => {
  const items = [
    printed('• אחד', 700),
    printed('• שתיים', 688, 20),
    printed('• שלוש', 676, 20),
    printed('• ארבע', 664),
  ];
  expect(outlineOf(refined(items.map((item) => paragraph([item]))))).toEqual([
    'list ul',
    '  list_item [•] אחד',
    '    list ul',
    '      list_item [•] שתיים',
    '      list_item [•] שלוש',
    '  list_item [•] ארבע',
  ]);
});

it('finds contents with digits of the script', () => {
  const entries = [2, 4, 6, 8].map((number, at) => {
    const digit = String.fromCodePoint(0x660 + number);
    return printed(`الفصل ${'. '.repeat(20)}${digit}`, 700 - at * 20);
  });
  expect(outlineOf(refined([paragraph(entries)]))).toEqual([
    'list ul',
    ...['٢', '٤', '٦', '٨'].map((digit) => `  list_item الفصل ${digit}`),
  ]);
});

it('keeps the places of the page', () => {
  const [block] = refined([paragraph([printed('שלום', 700)])]);
  expect(block?.box).toEqual([480, 698, 500, 708]);
});
