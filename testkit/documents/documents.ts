/** Generates the PDFs that tests send, so that the expected result is known. */
import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { encryptWith } from './encryption.ts';
import { type PdfObject, writePdf } from './pdf-writer.ts';

export type DocumentOptions = {
  readonly pages?: number;
  /** Words within every page, followed by the page's number. */
  readonly title?: string;
  /** Other lines of every page. */
  readonly lines?: number;
  readonly bytes?: number | undefined;
  /** Encrypts with this user password; anyone can open a file with an empty one. */
  readonly password?: string;
};

const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
const mediaBox = '/MediaBox [0 0 595 842]';

/** Text pages in Helvetica: readable for people, for the engine and for a search in the results. */
export function makeDocument(options: DocumentOptions = {}): Buffer {
  const { pages = 1, title = 'Octavo page', lines = 2 } = options;
  const contents = Array.from({ length: pages }, (_, index) =>
    textPage(`${title} ${index + 1}`, index, lines),
  );
  return writePdf({
    objects: pageTree(contents),
    bytes: options.bytes,
    encryption: options.password === undefined ? undefined : encryptWith(options.password),
  });
}

/** Blank pages share one content stream, so that a thousand of them are small. */
export function makeBlankDocument(pages: number): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(' ');
  const page = `<< /Type /Page /Parent 2 0 R ${mediaBox} >>`;
  return writePdf({
    objects: [catalog, pageList(kids, pages), ...Array.from({ length: pages }, () => page)],
  });
}

/** Opens and has a page whose font has a number as its encoding: accepted on upload, then fails permanently, also after a repair. */
export function makeBrokenDocument(): Buffer {
  const [root = '', list = '', page = '', content = ''] = pageTree([textPage('Octavo broken', 0, 1)]);
  const brokenFont = '<< /Type /Font /Subtype /Type0 /BaseFont /Broken /Encoding 7 >>';
  return writePdf({ objects: [root, list, page, content, brokenFont] });
}

/** A heading, a ruled table and a picture on one page: something for each of the seven formats. */
export function makeRichDocument(): Buffer {
  const table = [0, 1, 2].flatMap((row) => [0, 1].map((column) => tableCell(row, column))).join('\n');
  const content =
    `BT /F1 24 Tf 72 770 Td (Octavo quarterly report) Tj ET\n` +
    `BT /F1 11 Tf 72 735 Td (This paragraph stands before the table and the picture.) Tj ET\n` +
    `${table}\nq 120 0 0 120 72 380 cm /Im1 Do Q\n`;
  const image = randomBytes(64 * 64 * 3);
  const resources = '/Resources << /Font << /F1 5 0 R >> /XObject << /Im1 6 0 R >> >>';
  return writePdf({
    objects: [
      catalog,
      pageList('3 0 R', 1),
      `<< /Type /Page /Parent 2 0 R ${mediaBox} ${resources} /Contents 4 0 R >>`,
      { dictionary: '', stream: Buffer.from(content, 'latin1') },
      font,
      {
        dictionary:
          '/Type /XObject /Subtype /Image /Width 64 /Height 64 /ColorSpace /DeviceRGB /BitsPerComponent 8',
        stream: image,
      },
    ],
  });
}

/**
 * Words scattered over the first page keep the engine busy: 12,000 of them took it 17 s on one core, and the
 * admission check 0.2 s. Blank pages follow, so that a slow document may have as many pages as a test needs.
 */
export function makeSlowDocument(pages = 1, words = 15_000): Buffer {
  const strewn = Array.from({ length: words }, (_, index) => {
    const x = ((index * 7_919) % 540) + 20;
    const y = ((index * 104_729) % 800) + 20;
    return `BT /F1 6 Tf ${x} ${y} Td (w${index}) Tj ET`;
  });
  return writePdf({ objects: pageTree([strewn.join('\n'), ...Array.from({ length: pages - 1 }, () => '')]) });
}

export const makeDocumentWithoutPages = () => writePdf({ objects: [catalog, pageList('', 0)] });

function pageTree(contents: readonly string[]): PdfObject[] {
  const pages = contents.length;
  const fontNumber = 3 + 2 * pages;
  const kids = contents.map((_, index) => `${3 + 2 * index} 0 R`).join(' ');
  const perPage = contents.flatMap((content, index): PdfObject[] => [
    `<< /Type /Page /Parent 2 0 R ${mediaBox} /Resources << /Font << /F1 ${fontNumber} 0 R >> >> ` +
      `/Contents ${4 + 2 * index} 0 R >>`,
    { dictionary: '', stream: Buffer.from(content, 'latin1') },
  ]);
  return [catalog, pageList(kids, pages), ...perPage, font];
}

const pageList = (kids: string, count: number) => `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`;

const words = 'river stone lantern orchard harbour meadow copper winter journey silver garden mountain'.split(
  ' ',
);

/** Lines differ from page to page: the engine drops repeated lines at the edge of pages as headers. */
function textPage(title: string, page: number, lines: number): string {
  const body = Array.from({ length: lines + 1 }, (_, line) => {
    const chosen = Array.from(
      { length: 8 },
      (_, place) => words[(page * 31 + line * 7 + place * (page + 3)) % words.length],
    );
    return line === 1 ? `0 -30 Td (${title} stands here.) Tj` : `0 -14 Td (The ${chosen.join(' ')}.) Tj`;
  });
  return `BT /F1 11 Tf 60 ${760 - (page % 5) * 17} Td ${body.join('\n')} ET\n`;
}

function tableCell(row: number, column: number): string {
  const x = 72 + column * 160;
  const y = 660 - row * 30;
  return `${x} ${y} 160 30 re S\nBT /F1 11 Tf ${x + 8} ${y + 10} Td (cell ${row + 1}.${column + 1}) Tj ET`;
}
