/** What the text outputs say of a document: the json tree, and the same content in markdown, html and text. */
import { readFileSync } from 'node:fs';
import { rightToLeftLines } from '@octavo/testkit/documents/right-to-left.ts';
import { makeRotatedPages, rotatedPages } from '@octavo/testkit/documents/rotated-pages.ts';
import { makeStructuredDocument, structuredTitle } from '@octavo/testkit/documents/structured-document.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import { done, download, type Job } from '@octavo/testkit/service-under-test/jobs.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseHTML } from 'linkedom';
import { beforeAll, describe, expect, it } from 'vitest';

type Node = {
  readonly type: string;
  readonly page: number;
  readonly box: readonly [number, number, number, number];
  readonly kids: readonly Node[];
  readonly content?: string;
  readonly direction?: string;
  readonly label?: string;
  readonly spans?: readonly { readonly start: number; readonly end: number; readonly link?: unknown }[];
  readonly name?: string;
  readonly value?: unknown;
  readonly column?: number;
};
type Page = { readonly page: number; readonly width: number; readonly height: number };
type Document = {
  readonly schema: string;
  readonly type: string;
  readonly title?: string;
  readonly language?: string;
  readonly page_count: number;
  readonly pages: readonly Page[];
  readonly kids: readonly Node[];
};

let pro: Account;
let job: Job;
let json: Document;
let text: string;
let markdown: string;
let html: string;

const walk = (node: { readonly kids: readonly Node[] }): Node[] =>
  node.kids.flatMap((kid) => [kid, ...walk(kid)]);
const contentsOf = (node: { readonly kids: readonly Node[] }) =>
  walk(node).flatMap(({ content }) => (content === undefined || content === '' ? [] : [content]));
const squeezed = (words: string) => words.replace(/\s+/g, ' ').trim();

async function convert(file: Buffer): Promise<readonly [Job, Document]> {
  const made = await done(pro, { file, options: { format: ['json', 'text', 'markdown', 'html'] } });
  return [made, (await download(pro, made.id, 'json')).json as Document];
}

beforeAll(async () => {
  pro = await account('pro');
  [job, json] = await convert(makeStructuredDocument());
  [text, markdown, html] = (await Promise.all(
    ['text', 'markdown', 'html'].map(async (format) => (await download(pro, job.id, format)).text),
  )) as [string, string, string];
});

describe('the json output', () => {
  it('json has the schema octavo-document/1, which is published as JSON Schema [O-160]', async () => {
    const file = new URL('../../../docs/public/schemas/octavo-document-1.json', import.meta.url);
    const validate = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(file, 'utf8')));
    expect(json.schema).toBe('octavo-document/1');
    validate(json);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('The root of json is a document, and every node has type, page, box and kids [O-161]', async () => {
    expect(json).toMatchObject({ type: 'document', page_count: 3, kids: expect.any(Array) });
    const nodes = walk(json);
    expect(nodes.length).toBeGreaterThan(20);
    for (const { type, page, box, kids } of nodes) {
      expect([typeof type, Number.isInteger(page), box.length, Array.isArray(kids)]).toEqual([
        'string',
        true,
        4,
        true,
      ]);
    }
    expect(JSON.stringify(Object.keys(Object.assign({}, ...nodes)))).not.toMatch(/ |[A-Z]/);
  });

  it('Walking kids meets all text of the json output [O-162]', async () => {
    const written: string[] = [];
    JSON.stringify(json, (name, value) => {
      if (name === 'content' && value !== '') written.push(value);
      return value;
    });
    expect(contentsOf(json).toSorted()).toEqual(written.toSorted());
    const words = ['Field notes', 'Read the manual before use.', 'Fold the sheet.', 'a | b', 'Anna Folio'];
    const met = contentsOf(json);
    expect(words.filter((word) => !met.some((content) => content.includes(word)))).toEqual([]);
  });

  it('Boxes are in points from the lower left corner of the page as displayed [O-163]', async () => {
    const [, rotated] = await convert(makeRotatedPages());
    expect(rotated.pages).toHaveLength(rotatedPages.length);
    for (const { page, box } of walk(rotated)) {
      const size = rotated.pages.find((candidate) => candidate.page === page) as Page;
      const [left, bottom, right, top] = box;
      expect([left >= 0, bottom >= 0, right <= size.width, top <= size.height]).toEqual(
        Array.from({ length: 4 }, () => true),
      );
    }
    const heading = walk(rotated).filter(({ content = '' }) => content.endsWith('of the first chapter'));
    // All begin 48 points from the left edge, whatever the page does with its own frame.
    for (const { box } of heading) expect(Math.abs(box[0] - 48)).toBeLessThan(3);
  });
});

describe('every text output', () => {
  it('Text of a page stays text in markdown: its special characters are escaped [O-164]', async () => {
    expect(markdown).toMatch(/a\\\*b\\\*c/);
    expect(markdown).not.toMatch(/(?<!\\)\[x\]\(y\)|(?<!\\)<b>/);
    expect(markdown).toMatch(/\| *a \\\| b *\| *1 *\|/);
  });

  it('Links are at their words in json, markdown and html; other schemes than http, https, mailto and tel are text [O-165]', async () => {
    const links = walk(json).flatMap(({ content = '', spans = [] }) =>
      spans.flatMap(({ start, end, link }) => (link ? [[content.slice(start, end), link]] : [])),
    );
    expect(links).toContainEqual(['the manual', { url: 'https://example.org/manual' }]);
    expect(links).toContainEqual(['Go to the form', { page: 2 }]);
    expect(markdown).toContain('[the manual](https://example.org/manual)');
    const { document } = parseHTML(html);
    const anchors = [...document.querySelectorAll('a')].map(
      (anchor) => [anchor.textContent, anchor.getAttribute('href')] as const,
    );
    expect(anchors).toContainEqual(['the manual', 'https://example.org/manual']);
    const inside = anchors.find(([words]) => words === 'Go to the form')?.[1] ?? '';
    expect(document.getElementById(inside.slice(1))).not.toBeNull();
    expect(`${JSON.stringify(json)}${markdown}${html}`).not.toContain('javascript:');
    for (const output of [markdown, html, text]) expect(output).toContain('Run the script');
  });

  it('Values of form fields are in every text output [O-166]', async () => {
    const fields = walk(json).filter(({ type }) => type === 'field');
    expect(fields.map(({ name, label, value }) => [name, label, value])).toEqual([
      ['binder', 'Name of the binder', 'Anna Folio'],
      ['size', 'Size of the book', 'octavo'],
      ['gilt', 'Gilt edges', true],
      ['remark', 'Remark', null],
    ]);
    for (const output of [markdown, html, text]) {
      expect(output).toContain('Anna Folio');
      expect(output).toMatch(/Size of the book:?\W*octavo/);
    }
  });

  it('Right-to-left text is in logical order and says its direction [O-167]', async () => {
    const lines = rightToLeftLines.map((glyphs) => glyphs.join(''));
    for (const line of lines) {
      const node = walk(json).find(({ content = '' }) => content.includes(line));
      expect(node, line).toMatchObject({ direction: 'rtl' });
      for (const output of [markdown, html, text]) expect(output).toContain(line);
    }
    const { document } = parseHTML(html);
    const marked = [...document.querySelectorAll('[dir=rtl]')]
      .map(({ textContent }) => textContent)
      .join(' ');
    for (const line of lines) expect(marked).toContain(line);
  });

  it('html has the language and the title of the document, and a valid structure [O-168]', async () => {
    expect(json).toMatchObject({ title: structuredTitle, language: 'en-GB' });
    expect(html).toMatch(/^<!doctype html>/i);
    const { document } = parseHTML(html);
    expect(document.documentElement.getAttribute('lang')).toBe('en-GB');
    expect(document.querySelector('title')?.textContent).toBe(structuredTitle);
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const item of document.querySelectorAll('li'))
      expect(item.parentElement?.tagName).toMatch(/^[OU]L$/);
    for (const item of document.querySelectorAll('figcaption')) {
      expect(item.parentElement?.tagName).toBe('FIGURE');
    }
    expect(document.querySelectorAll('ol > li')).toHaveLength(3);
    expect(document.querySelectorAll('script, link, iframe')).toHaveLength(0);
  });

  it('text has the text of json, in the same order [O-169]', async () => {
    const flat = squeezed(text);
    let at = 0;
    for (const content of contentsOf(json).map(squeezed)) {
      // A ticked box is written as a box.
      if (content === '✓') continue;
      const found = flat.indexOf(content, at);
      expect(found, content).toBeGreaterThanOrEqual(at);
      at = found;
    }
  });

  it('A table has the same grid in json, markdown and html [O-176]', async () => {
    const grid = [
      ['Key', 'Value'],
      ['a | b', '1'],
      ['c', '2'],
    ];
    const [table] = walk(json).filter(({ type }) => type === 'table');
    expect(table?.kids.map((row) => row.kids.map((cell) => contentsOf(cell).join(' ')))).toEqual(grid);
    const rows = [...parseHTML(html).document.querySelectorAll('tr')];
    expect(
      rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => squeezed(cell.textContent ?? ''))),
    ).toEqual(grid);
    const lines = markdown.split('\n').filter((line) => line.startsWith('|') && !/^\|[\s:|-]+\|$/.test(line));
    const cells = lines.map((line) => line.slice(1, -1).split(/(?<!\\)\|/));
    expect(cells.map((row) => row.map((cell) => cell.trim().replaceAll('\\|', '|')))).toEqual(grid);
  });

  it('What no output carries over is a warning with its pages [O-177]', async () => {
    const answer = await request(`/jobs/${job.id}?include=warnings`, { caller: pro });
    const { warnings } = answer.json as {
      warnings: readonly { readonly code: string; readonly pages: readonly number[] }[];
    };
    const pagesOf = (code: string) => warnings.find((warning) => warning.code === code)?.pages;
    expect(pagesOf('annotations_not_carried')).toEqual([1]);
    expect(pagesOf('attachments_not_carried')).toEqual([1]);
  });
});
