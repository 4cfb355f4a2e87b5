/** A long manual with headings and one fact on every page, for readers that must find their way. */
import { Buffer } from 'node:buffer';
import { type PdfObject, writePdf } from './pdf-writer.ts';

export const pagesOfChapter = 10;

/** What page `page` says, and nothing else in the manual. */
export const factOf = (page: number) =>
  `The pump of type P-${1000 + page} is approved for ${page * 7 + 300} litres and for ${(page * 13) % 97} degrees.`;

export const chapterTitle = (chapter: number) =>
  `Chapter ${chapter}: pumps ${chapter * 10 - 9} to ${chapter * 10}`;

const subjects = [
  'The operator',
  'The maintenance plan',
  'Every inspection',
  'The delivery note',
  'A spare part',
];
const verbs = ['records', 'describes', 'requires', 'confirms', 'replaces'];
const objects = [
  'the seal of the shaft',
  'a second signature',
  'the ambient conditions',
  'all moving parts',
  'an earlier report',
];

/** Plain sentences, different on every page. */
function filler(page: number, line: number): string {
  const pick = (words: readonly string[], salt: number) =>
    words[(page * 31 + line * salt) % words.length] ?? '';
  return `${pick(subjects, 7)} ${pick(verbs, 3)} ${pick(objects, 11)} in step ${line + 1} of the procedure.`;
}

const escaped = (text: string) => text.replace(/[()\\]/g, '\\$&');

function contentOf(page: number): Buffer {
  const chapter = Math.ceil(page / pagesOfChapter);
  const isFirst = page % pagesOfChapter === 1;
  const lines = [
    ...(isFirst ? [`BT /F2 20 Tf 72 780 Td (${escaped(chapterTitle(chapter))}) Tj ET`] : []),
    ...Array.from({ length: 30 }, (_, line) => {
      const text = line === 14 ? factOf(page) : filler(page, line);
      return `BT /F1 11 Tf 72 ${740 - line * 20} Td (${escaped(text)}) Tj ET`;
    }),
  ];
  return Buffer.from(lines.join('\n'), 'latin1');
}

export function makeManual(pages: number): Buffer {
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const first = 5;
  const numbers = Array.from({ length: pages }, (_, index) => first + 2 * index);
  const resources = '/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>';
  const pageObjects = numbers.flatMap((number, index): PdfObject[] => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${resources} /Contents ${number + 1} 0 R >>`,
    { dictionary: '', stream: contentOf(index + 1) },
  ]);
  const kids = numbers.map((number) => `${number} 0 R`).join(' ');
  return writePdf({
    objects: [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
      font('Helvetica'),
      font('Helvetica-Bold'),
      ...pageObjects,
    ],
  });
}
