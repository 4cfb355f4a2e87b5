/** What a reader of the markdown finds, after parsing it with an independent parser. */
import type { Nodes, Root, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import { type Facts, type LinkFact, normal } from './facts.ts';
import { type HtmlFacts, htmlFacts } from './html-facts.ts';

export type MarkdownFacts = Facts & {
  readonly html: readonly string[];
  /** Of each table that is written as html. */
  readonly htmlTables: readonly HtmlFacts[];
  /** Blocks in order: `h2`, `p`, `ul`, `ol:3`, `li`, `code`, `table`, `footnoteDefinition`; and node types that no writer means to write. */
  readonly shape: readonly string[];
};

/** Without addresses in text, which readers of gfm link to themselves: they are text here. */
const syntax = [gfmFootnote(), gfmStrikethrough(), gfmTable(), gfmTaskListItem()];
const trees = gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] }));

const parse = (markdown: string): Root =>
  fromMarkdown(markdown, { extensions: syntax, mdastExtensions: trees });

/** Links that a reader of gfm finds in addition: addresses in the text. */
export function foundAddresses(markdown: string): readonly LinkFact[] {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const into = collected();
  visit(tree, undefined, into);
  const written = new Set(markdownFacts(markdown).links.map((link) => JSON.stringify(link)));
  return into.links.filter((link) => !written.has(JSON.stringify(link)));
}

const collected = (): Collected => ({
  text: '',
  links: [],
  images: [],
  tables: [],
  notes: [],
  html: [],
  htmlTables: [],
  shape: [],
});

type Collected = {
  text: string;
  links: LinkFact[];
  images: string[];
  tables: string[][][];
  notes: string[];
  html: string[];
  htmlTables: HtmlFacts[];
  shape: string[];
};

const inline = new Set([
  'text',
  'inlineCode',
  'emphasis',
  'strong',
  'delete',
  'link',
  'break',
  'image',
  'html',
  'footnoteReference',
]);

function textOf(node: Nodes): string {
  if (node.type === 'html') return /^<br/.test(node.value) ? ' ' : '';
  if ('value' in node) return node.value;
  if (node.type === 'break') return ' ';
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

const tableTexts = (table: Table) =>
  table.children.map((row) => row.children.map((cell) => normal(textOf(cell))));

function shapeOf(node: Nodes): string | undefined {
  switch (node.type) {
    case 'root':
    case 'tableRow':
    case 'tableCell':
      return undefined;
    case 'heading':
      return `h${node.depth}`;
    case 'paragraph':
      return 'p';
    case 'list':
      return node.ordered ? `ol:${node.start ?? 1}` : 'ul';
    case 'listItem':
      return node.checked === null ? 'li' : 'task';
    default:
      return inline.has(node.type) ? undefined : node.type;
  }
}

export const isTable = (html: string): boolean => /^<table>.*<\/table>$/s.test(html);

function addTable(table: HtmlFacts, into: Collected): void {
  into.htmlTables.push(table);
  into.text += `${table.text} `;
  into.links.push(...table.links);
  into.images.push(...table.images);
  into.tables.push(...table.tables.map((rows) => rows.map((row) => [...row])));
}

function notesOf(node: Nodes): readonly string[] {
  if (node.type === 'footnoteReference') return [node.identifier];
  return node.type === 'footnoteDefinition' ? [`${node.identifier}:`] : [];
}

function visit(node: Nodes, parent: Nodes | undefined, into: Collected): void {
  const shape = shapeOf(node);
  if (shape !== undefined) into.shape.push(shape);
  if (node.type === 'link') into.links.push({ target: node.url, words: normal(textOf(node)) });
  if (node.type === 'image') into.images.push(node.url);
  if (node.type === 'table') into.tables.push(tableTexts(node));
  into.notes.push(...notesOf(node));
  if (node.type === 'html') {
    into.html.push(node.value);
    if (parent?.type !== 'paragraph') into.shape.push('html');
    if (isTable(node.value)) addTable(htmlFacts(node.value), into);
  }
  if ('children' in node) for (const child of node.children) visit(child, node, into);
  else into.text += textOf(node);
  if (!inline.has(node.type)) into.text += ' ';
}

export function markdownFacts(markdown: string): MarkdownFacts {
  const into = collected();
  visit(parse(markdown), undefined, into);
  return { ...into, text: normal(into.text) };
}
