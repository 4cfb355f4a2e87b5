/** What a reader of the html finds, after parsing it with the parser of html-validate. */
import { type DOMNode, HtmlElement, HtmlValidate, Parser } from 'html-validate';
import { type Facts, type LinkFact, normal } from './facts.ts';

export type HtmlFacts = Facts & {
  readonly elements: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
};

/** `tel-non-breaking` is about typography: it wants other characters than those of the document. */
export const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:standard'],
  rules: { 'tel-non-breaking': 'off' },
});

const inline = new Set(['a', 'strong', 'em', 's', 'sup', 'sub', 'code', 'img']);
const references: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

const decode = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return references[name] ?? whole;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });

type Collected = {
  text: string;
  links: LinkFact[];
  images: string[];
  tables: string[][][];
  notes: string[];
  elements: Set<string>;
  attributes: Set<string>;
};

const attribute = (element: HtmlElement, name: string) => decode(element.getAttributeValue(name) ?? '');

function textOf(node: DOMNode): string {
  if (!(node instanceof HtmlElement)) return decode(node.textContent);
  const inside = node.childNodes.map(textOf).join('');
  return inline.has(node.tagName) ? inside : ` ${inside} `;
}

/** As a browser lays the cells out: each at the next place that no span covers. */
function gridOf(table: HtmlElement): string[][] {
  const rows = table.childElements.flatMap((group) => group.childElements);
  const grid: string[][] = rows.map(() => []);
  for (const [row, tr] of rows.entries()) {
    let column = 0;
    for (const cell of tr.childElements) {
      while (grid[row]?.[column] !== undefined) column++;
      const [down, right] = [
        Number(attribute(cell, 'rowspan') || 1),
        Number(attribute(cell, 'colspan') || 1),
      ];
      for (const covered of grid.slice(row, row + down))
        covered.length = Math.max(covered.length, column + right);
      for (const covered of grid.slice(row, row + down)) covered.fill('', column, column + right);
      (grid[row] ?? [])[column] = normal(textOf(cell));
    }
  }
  return grid.map((row) => Array.from(row, (text) => text ?? ''));
}

function visit(node: DOMNode, into: Collected, inTable: boolean): void {
  if (!(node instanceof HtmlElement)) {
    into.text += decode(node.textContent);
    return;
  }
  into.elements.add(node.tagName);
  for (const { key } of node.attributes) into.attributes.add(key);
  if (node.tagName === 'a') into.links.push({ target: attribute(node, 'href'), words: normal(textOf(node)) });
  const id = attribute(node, 'id');
  if (id.startsWith('note-mark-')) into.notes.push(id.slice('note-mark-'.length));
  else if (id.startsWith('note-')) into.notes.push(`${id.slice('note-'.length)}:`);
  if (node.tagName === 'img') into.images.push(attribute(node, 'src'));
  const isTable = node.tagName === 'table';
  if (isTable && !inTable) into.tables.push(gridOf(node));
  const before = into.text;
  if (!inline.has(node.tagName)) into.text += ' ';
  for (const child of node.childNodes) visit(child, into, inTable || isTable);
  if (node.tagName === 'head') into.text = before;
  if (!inline.has(node.tagName)) into.text += ' ';
}

export function htmlFacts(html: string): HtmlFacts {
  const into: Collected = {
    text: '',
    links: [],
    images: [],
    tables: [],
    notes: [],
    elements: new Set(),
    attributes: new Set(),
  };
  const root = new Parser(validator.getConfigForSync('document.html')).parseHtml(html);
  for (const child of root.childNodes) visit(child, into, false);
  return { ...into, text: normal(into.text) };
}
