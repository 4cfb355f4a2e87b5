/** Checks types and tree functions against real outputs: the golden results of the server. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canonicalText } from '../../../document/model/block-text.ts';
import type { Document as ModelDocument } from '../../../document/model/document.ts';
import { headings } from './headings.ts';
import { links } from './links.ts';
import type { DocumentNode, NodeType, ParsedDocument } from './node.ts';
import { nodeAt } from './node-at.ts';
import { parseDocument } from './parse-document.ts';
import { pageOf, placesOf } from './places-of.ts';
import { tables } from './tables.ts';
import { textOf } from './text-of.ts';
import { walk, walkOf } from './walk.ts';

const fixtures = new URL('../../fixtures/', import.meta.url);
const golden = JSON.parse(
  readFileSync(new URL('../../../server/test/fixtures/golden/hashes.json', import.meta.url), 'utf8'),
) as Record<string, Record<string, string>>;
const names = readdirSync(fixtures).map((file) => file.replace('.json', ''));

function bytesOf(name: string): Buffer {
  return readFileSync(new URL(`${name}.json`, fixtures));
}

function documentOf(name: string): ParsedDocument {
  return parseDocument(bytesOf(name).toString('utf8'));
}

type KeysOf<Node> = Node extends unknown ? keyof Node : never;
const placed = ['type', 'page', 'box', 'kids'] as const;
const worded = [...placed, 'content', 'direction', 'spans', 'lines'] as const;
/** Does not compile with a key that the types do not have. */
const known: { readonly [Type in NodeType]: readonly KeysOf<Extract<DocumentNode, { type: Type }>>[] } = {
  heading: [...worded, 'level'],
  paragraph: worded,
  code: worded,
  formula: worded,
  footnote: worded,
  caption: worded,
  list_item: [...worded, 'label'],
  list: [...placed, 'ordered', 'start'],
  cell: [...placed, 'row', 'column', 'rowSpan', 'columnSpan', 'header'],
  row: placed,
  table: [...placed, 'rows', 'columns'],
  figure: [...placed, 'image', 'alt'],
  field: [...placed, 'name', 'label', 'fieldType', 'value', 'content'],
  artifact: [...placed, 'kind'],
};

/** All nodes of the file, found by their `type` member, independently of `walk`. */
function countNodes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const below = Object.values(value).reduce((sum: number, part) => sum + countNodes(part), 0);
  return below + ('type' in value ? 1 : 0);
}

describe.each(names)('%s', (name) => {
  it('matches the current output', () => {
    expect(createHash('sha256').update(bytesOf(name)).digest('hex')).toBe(golden[name]?.['json']);
  });

  it('has only members that the types declare', () => {
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
    expect(visits).toHaveLength(countNodes(document) - 1);
    expect(new Set(visits.map(({ pointer }) => pointer)).size).toBe(visits.length);
    for (const { node, pointer } of visits) expect(nodeAt(document, pointer)).toBe(node);
  });

  it('has the canonical text of the document model', () => {
    const { kids } = JSON.parse(bytesOf(name).toString('utf8')) as ModelDocument;
    expect(textOf(documentOf(name))).toBe(canonicalText([{ page: 1, kids }]));
  });

  it('has every place on one of its pages', () => {
    const document = documentOf(name);
    const places = [...walk(document)].flatMap(({ node }) => placesOf(node));
    for (const { page, box } of places) {
      expect(pageOf(document, page)).toBeDefined();
      expect([box[0] <= box[2], box[1] <= box[3]]).toEqual([true, true]);
    }
  });
});

it('reads a ruled table', () => {
  const [table] = tables(documentOf('tables'));
  expect(table).toMatchObject({ pointer: '/kids/1', page: 1 });
  expect(table?.rows.slice(0, 2)).toEqual([
    ['Size', 'Folds', 'Leaves', 'Pages'],
    ['folio', '1', '2', '4'],
  ]);
});

it('reads the headings with their pages', () => {
  const found = headings(documentOf('headings')).map(({ level, text, page }) => [level, text, page]);
  expect([found[0], found.at(-1)]).toEqual([
    [1, 'The Folded Sheet', 1],
    [2, '4. Trimming', 2],
  ]);
});

it('reads lists item by item, with their labels', () => {
  const document = documentOf('lists');
  expect(textOf(document).split('\n').slice(0, 3)).toEqual(['Tools', '• linen thread', '• bone folder']);
  const labels = [...walkOf(document, 'list_item')].map(({ node }) => node.label);
  expect([labels[0], labels.at(-1)]).toEqual(['•', '5.']);
});

it('reads links at their words', () => {
  expect(links(documentOf('links')).map(({ text, target }) => [text, target])).toEqual([
    ['On paper', { url: 'https://example.org/paper' }],
    ['On ink', { url: 'https://example.org/ink' }],
    ['Back to the first page', { page: 1 }],
  ]);
});

it('reads the values of a form', () => {
  const fields = [...walkOf(documentOf('form'), 'field')].map(({ node }) => [
    node.name,
    node.fieldType,
    node.value,
  ]);
  expect(fields).toEqual([
    ['binder', 'text', 'Anna Folio'],
    ['size', 'choice', 'octavo'],
    ['gilt', 'checkbox', true],
    ['note', 'text', null],
  ]);
});

it('reads right-to-left text in logical order', () => {
  const [hebrew] = [...walk(documentOf('non-latin'))].filter(
    ({ node }) => 'content' in node && node.content.includes('ספר'),
  );
  expect(hebrew?.node).toMatchObject({ content: 'ספר בגודל שמינית', direction: 'rtl' });
});
