/** Checks types and tree functions against real engine output: the golden results of the server. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { headings } from './headings.ts';
import type { DocumentNode, NodeType, ParsedDocument } from './node.ts';
import { nodeAt } from './node-at.ts';
import { tables } from './tables.ts';
import { textOf } from './text-of.ts';
import { walk } from './walk.ts';

const fixtures = new URL('../../fixtures/', import.meta.url);
const golden = JSON.parse(
  readFileSync(new URL('../../../server/test/fixtures/golden/hashes.json', import.meta.url), 'utf8'),
) as Record<string, Record<string, string>>;
const names = readdirSync(fixtures).map((file) => file.replace('.json', ''));

function bytesOf(name: string): Buffer {
  return readFileSync(new URL(`${name}.json`, fixtures));
}

function documentOf(name: string): ParsedDocument {
  return JSON.parse(bytesOf(name).toString('utf8')) as ParsedDocument;
}

type KeysOf<Node> = Node extends unknown ? keyof Node : never;
const placed = ['type', 'id', 'page number', 'bounding box', 'pdfua_tag', 'level'] as const;
const worded = [...placed, 'font', 'font size', 'text color', 'content', 'hidden text'] as const;
/** Does not compile with a key that the types do not have. */
const known: { readonly [Type in NodeType]: readonly KeysOf<Extract<DocumentNode, { type: Type }>>[] } = {
  heading: [...worded, 'heading level'],
  paragraph: worded,
  'text chunk': [...placed, 'content'],
  caption: [...worded, 'linked content id'],
  formula: [...placed, 'content'],
  list: [
    ...placed,
    'numbering style',
    'number of list items',
    'previous list id',
    'next list id',
    'list items',
  ],
  'list item': [...worded, 'kids'],
  table: [...placed, 'number of rows', 'number of columns', 'previous table id', 'next table id', 'rows'],
  'table row': ['type', 'id', 'row number', 'cells'],
  'table cell': [...placed, 'row number', 'column number', 'row span', 'column span', 'is_header', 'kids'],
  image: [...placed, 'source', 'data', 'format', 'alt', 'alt_source'],
  'text block': [...placed, 'kids'],
  header: [...placed, 'kids'],
  footer: [...placed, 'kids'],
  toc: [...placed, 'toc items'],
  'toc item': [...worded, 'kids'],
};

/** All nodes of the file, found by their `type` property, independently of `walk`. */
function countNodes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const below = Object.values(value).reduce((sum: number, part) => sum + countNodes(part), 0);
  return below + ('type' in value ? 1 : 0);
}

describe.each(names)('%s', (name) => {
  it('matches the current engine output', () => {
    expect(createHash('sha256').update(bytesOf(name)).digest('hex')).toBe(golden[name]?.['json']);
  });

  it('has only keys that the types declare', () => {
    const strange = [...walk(documentOf(name))].flatMap(({ node, pointer }) =>
      Object.keys(node)
        .filter((key) => !(known[node.type] as readonly string[] | undefined)?.includes(key))
        .map((key) => `${pointer} ${node.type}: ${key}`),
    );
    expect(strange).toEqual([]);
  });

  it('is walked completely, each node with a pointer that leads back to it', () => {
    const document = documentOf(name);
    const visits = [...walk(document)];
    expect(visits).toHaveLength(countNodes(document));
    expect(new Set(visits.map(({ pointer }) => pointer)).size).toBe(visits.length);
    for (const { node, pointer } of visits) expect(nodeAt(document, pointer)).toBe(node);
  });
});

it('reads a ruled table', () => {
  const [table] = tables(documentOf('tables'));
  expect(table).toMatchObject({ pointer: '/kids/1', pageNumber: 1 });
  expect(table?.rows.slice(0, 2)).toEqual([
    ['Size', 'Folds', 'Leaves', 'Pages'],
    ['folio', '1', '2', '4'],
  ]);
});

it('reads the headings with their pages', () => {
  const found = headings(documentOf('headings')).map(({ level, text, pageNumber }) => [
    level,
    text,
    pageNumber,
  ]);
  expect([found[0], found.at(-1)]).toEqual([
    [1, 'The Folded Sheet', 1],
    [2, '4. Trimming', 2],
  ]);
});

it('reads lists item by item', () => {
  expect(textOf(documentOf('lists')).split('\n').slice(0, 3)).toEqual([
    'Tools',
    '• linen thread',
    '• bone folder',
  ]);
});
