/** Links and values in the outputs of a document. */
import type { DocumentNode, Field, Text } from '../../document/model/blocks.ts';
import type { Document } from '../../document/model/document.ts';
import { walk } from '../../document/model/walk.ts';
import type { LinkFact } from '../../document/properties/facts.ts';
import { htmlFacts } from '../../document/properties/html-facts.ts';
import { markdownFacts } from '../../document/properties/markdown-facts.ts';

export type PlacedText = { readonly page: number; readonly url: string; readonly words: string };

export type OutputFacts = {
  /** Of the json, by page. */
  readonly links: readonly PlacedText[];
  readonly fields: readonly Field[];
  /** Text of each page of the json. */
  readonly pageTexts: ReadonlyMap<number, string>;
  readonly linksOf: Readonly<Record<'markdown' | 'html', readonly LinkFact[]>>;
  readonly textOf: Readonly<Record<'json' | 'markdown' | 'html' | 'text', string>>;
};

/** The same address, however it is escaped. */
export function comparableUrl(url: string): string {
  const trimmed = url.trim();
  try {
    return decodeURI(new URL(/^www\./i.test(trimmed) ? `http://${trimmed}` : trimmed).href);
  } catch {
    return trimmed;
  }
}

const isText = (node: DocumentNode): node is DocumentNode & Text => 'spans' in node;

/** A text may go on from page to page, and a link with it. */
function placedLinks(node: DocumentNode & Text): PlacedText[] {
  return node.spans.flatMap(({ start, end, link }) => {
    if (!link || !('url' in link)) return [];
    const url = comparableUrl(link.url);
    return node.lines
      .filter((line) => line.start < end && start < line.end)
      .map((line) => ({
        page: line.page,
        url,
        words: node.content.slice(Math.max(start, line.start), Math.min(end, line.end)),
      }));
  });
}

function pageTexts(nodes: readonly DocumentNode[]): Map<number, string> {
  const texts = new Map<number, string>();
  const add = (page: number, text: string) => texts.set(page, `${texts.get(page) ?? ''} ${text}`);
  for (const node of nodes) {
    if (node.type === 'list_item' && node.label) add(node.page, node.label);
    if (isText(node)) for (const line of node.lines) add(line.page, node.content.slice(line.start, line.end));
    else if ('content' in node) add(node.page, node.content);
  }
  return texts;
}

export function outputFacts(outputs: Readonly<Record<keyof OutputFacts['textOf'], string>>): OutputFacts {
  const document = JSON.parse(outputs.json) as Document;
  const nodes = [...walk(document.kids)];
  const [markdown, html] = [markdownFacts(outputs.markdown), htmlFacts(outputs.html)];
  const comparable = ({ target, words }: LinkFact) => ({ target: comparableUrl(target), words });
  return {
    links: nodes.filter(isText).flatMap(placedLinks),
    fields: nodes.filter((node) => node.type === 'field'),
    pageTexts: pageTexts(nodes),
    linksOf: { markdown: markdown.links.map(comparable), html: html.links.map(comparable) },
    textOf: {
      json: nodes.flatMap((node) => ('content' in node ? [node.content] : [])).join(' '),
      markdown: markdown.text,
      html: html.text,
      text: outputs.text,
    },
  };
}
