/** The figures, form fields and links of a document. */
import { blockText, textLines } from '../model/block-text.ts';
import type { DocumentNode, Field, Figure, Link, Span, Text } from '../model/blocks.ts';
import type { Box } from '../model/box.ts';
import { unionBox } from '../model/box.ts';
import { foundNodes, neighbours } from './found-nodes.ts';
import type { PlacedBlock, Reading } from './reading.ts';

type Range = { readonly from: number; readonly to: number };
type Place = { readonly n: number; readonly ref: string; readonly page: number; readonly box: Box };

export type FoundFigure = Place & {
  readonly caption: string | null;
  readonly alt: string | null;
  /** Name of the file in the images output. */
  readonly image: string | null;
  /** The text around it. */
  readonly before: string;
  readonly after: string;
};

export type FoundField = Place &
  Pick<Field, 'name' | 'field_type' | 'value'> & { readonly label: string | null };

export type FoundLink = Place & { readonly text: string; readonly link: Link };

const aroundChars = 200;

const figuresOf = (node: DocumentNode): readonly Figure[] => (node.type === 'figure' ? [node] : []);
const fieldsOf = (node: DocumentNode): readonly Field[] => (node.type === 'field' ? [node] : []);

type LinkNode = { readonly node: DocumentNode & Text; readonly span: Span; readonly link: Link };

function linksOf(node: DocumentNode): readonly LinkNode[] {
  if (!('spans' in node)) return [];
  return node.spans.flatMap((span) => (span.link ? [{ node, span, link: span.link }] : []));
}

const textOf = (placed: PlacedBlock | null) => (placed ? blockText(placed.block).replace(/\s+/g, ' ') : '');

function captionOf({ kids }: Figure): string | null {
  const captions = kids.filter(({ type }) => type === 'caption');
  return captions.length === 0 ? null : [...textLines(captions)].join(' ');
}

export async function listFigures(reading: Reading, range: Range): Promise<readonly FoundFigure[]> {
  const figures: FoundFigure[] = [];
  for await (const { n, ref, node, placed } of foundNodes(
    reading,
    reading.directory.contents.figures,
    range,
    figuresOf,
  )) {
    const { before, after } = await neighbours(reading, placed);
    figures.push({
      ...{ n, ref, page: node.page, box: node.box },
      caption: captionOf(node),
      alt: node.alt ?? null,
      image: node.image?.replace(/^images\//, '') ?? null,
      before: textOf(before).slice(-aroundChars).toWellFormed(),
      after: textOf(after).slice(0, aroundChars).toWellFormed(),
    });
  }
  return figures;
}

export async function listFields(reading: Reading, range: Range): Promise<readonly FoundField[]> {
  const fields: FoundField[] = [];
  const { contents } = reading.directory;
  for await (const { n, ref, node } of foundNodes(reading, contents.fields, range, fieldsOf)) {
    const { page, box, name, label = null, field_type, value } = node;
    fields.push({ n, ref, page, box, name, label, field_type, value });
  }
  return fields;
}

/** Of the lines that the link is on; of the whole text if it has none. */
function linkBox({ node, span }: LinkNode): { readonly page: number; readonly box: Box } {
  const lines = node.lines.filter(({ start, end }) => start < span.end && end > span.start);
  const [first] = lines;
  if (!first) return { page: node.page, box: node.box };
  const same = lines.filter(({ page }) => page === first.page);
  return { page: first.page, box: unionBox(same.map(({ box }) => box)) };
}

export async function listLinks(reading: Reading, range: Range): Promise<readonly FoundLink[]> {
  const links: FoundLink[] = [];
  for await (const { n, ref, node } of foundNodes(
    reading,
    reading.directory.contents.links,
    range,
    linksOf,
  )) {
    const text = node.node.content.slice(node.span.start, node.span.end);
    links.push({ n, ref, ...linkBox(node), text, link: node.link });
  }
  return links;
}
