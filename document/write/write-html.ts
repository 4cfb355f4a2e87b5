/** The html output: a complete document without scripts or external resources, one section per page. */
import type { Element, ElementContent, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import type { DocumentHead, DocumentPart, DocumentStream } from '../model/document.ts';
import type { WriteOptions } from '../model/write-options.ts';
import { cleanHead } from './clean-document.ts';
import { htmlBlocks } from './html-blocks.ts';
import { element, type HtmlStyle, textNode } from './html-inline.ts';
import { pageSeparator } from './page-separator.ts';
import { type OpenWriter, writeParts } from './part-writer.ts';

const css = `
body { max-width: 50em; margin: 2em auto; padding: 0 1em; font-family: sans-serif; line-height: 1.5; }
img { max-width: 100%; }
table { border-collapse: collapse; }
th, td { border: 1px solid #999; padding: 0.2em 0.5em; vertical-align: top; text-align: start; }
pre { overflow-x: auto; }
ul.labels { list-style: none; }
`;

type Direction = 'ltr' | 'rtl';

const rightToLeft = /^(?:ar|arc|ckb|dv|fa|he|iw|ks|ps|sd|syr|ug|ur|yi)(?:-|$)/i;
const languageTag = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i;

const lines = (nodes: readonly ElementContent[]): ElementContent[] =>
  nodes.flatMap((node) => [textNode('\n'), node]).concat(textNode('\n'));

const partsMarker = 'parts';

const languageOf = ({ language = '' }: DocumentHead): string =>
  languageTag.test(language) ? language : 'und';

/** Longer titles are cut: they name a window, and json has the whole. */
const titleCharsMax = 70;

function titleOf(head: DocumentHead): string {
  const title =
    [head.title, head.file_name].find((text) => text !== undefined && /\S/.test(text)) ?? 'Document';
  return shortened(title.trim().replace(/\s+/g, ' '));
}

/** Counted as written, with character references. */
function shortened(title: string): string {
  const chars = [...title];
  const lengths = chars.map((char) => (/[<&]/.test(char) ? '&amp;'.length : char.length));
  let [length, count] = [0, 0];
  while (count < chars.length && length + (lengths[count] ?? 0) < titleCharsMax)
    length += lengths[count++] ?? 0;
  return count === chars.length ? title : `${chars.slice(0, count).join('').trimEnd()}…`;
}

function frame(head: DocumentHead, lang: string, dir: Direction): Root {
  const metadata = [
    element('meta', { charSet: 'utf-8' }, []),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }, []),
    element('title', {}, [textNode(titleOf(head))]),
    element('style', {}, [textNode(css)]),
  ];
  const body = element('body', {}, [{ type: 'comment', value: partsMarker }, textNode('\n')]);
  const html = element('html', { lang, dir }, lines([element('head', {}, lines(metadata)), body]));
  return {
    type: 'root',
    children: [{ type: 'doctype' }, textNode('\n') as never, html, textNode('\n') as never],
  };
}

const options = { upperDoctype: true, characterReferences: { useNamedReferences: true } } as const;

/** In a right-to-left page, blocks of the other direction have to say so. */
function section(part: DocumentPart, style: HtmlStyle, dir: Direction): Element {
  const blocks = htmlBlocks(part.kids, style);
  if (dir === 'rtl') for (const block of blocks) block.properties['dir'] ??= 'ltr';
  return element('section', { id: `page-${part.page}` }, lines(blocks));
}

/** The separator is html that the customer chose; it is not escaped. */
export const openHtml: OpenWriter = (documentHead, { htmlPageSeparator: separator, keepLineBreaks }) => {
  const head = cleanHead(documentHead);
  const lang = languageOf(head);
  const dir = rightToLeft.test(lang) ? 'rtl' : 'ltr';
  const [opening = '', closing = ''] = toHtml(frame(head, lang, dir), options).split(`<!--${partsMarker}-->`);
  return {
    opening,
    part: (part) => {
      const before = separator === null ? '' : `\n${pageSeparator(separator, part.page)}`;
      return `${before}\n${toHtml(section(part, { keepLineBreaks }, dir), options)}`;
    },
    closing,
  };
};

export const writeHtml = (document: DocumentStream, writeOptions: WriteOptions) =>
  writeParts(openHtml, document, writeOptions);
