/** A document with links, lists, a table, a filled form, right-to-left text, a note and an attachment. */
import { Buffer } from 'node:buffer';
import { type PdfObject, writePdf } from './pdf-writer.ts';
import { rightToLeftContent, rightToLeftFont } from './right-to-left.ts';

export const structuredTitle = 'Field notes';

const line = (text: string, x: number, y: number, size = 11, font = 'F1') =>
  `BT /${font} ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET\n`;

const rule = (x1: number, y1: number, x2: number, y2: number) => `0.8 w ${x1} ${y1} m ${x2} ${y2} l S\n`;

/** Ruled, and with a character that separates columns in markdown. */
function table(): string {
  const cells = [
    ['Key', 'Value'],
    ['a | b', '1'],
    ['c', '2'],
  ];
  const words = cells.flatMap((row, r) => row.map((cell, c) => line(cell, 80 + c * 150, 446 - r * 24)));
  const across = [0, 1, 2, 3].map((n) => rule(72, 464 - n * 24, 372, 464 - n * 24));
  const down = [0, 1, 2].map((n) => rule(72 + n * 150, 464, 72 + n * 150, 392));
  return [...words, ...across, ...down].join('');
}

/** The second line is drawn in three pieces, so that the link lies on its words exactly. */
const firstPage =
  line(structuredTitle, 72, 770, 24, 'F2') +
  line('Read', 72, 730) +
  line('the manual', 101.4, 730) +
  line('before use.', 158.8, 730) +
  line('Run the script', 72, 705) +
  line('Go to the form', 72, 680) +
  line('Marks such as a*b*c, [x](y), <b> and # stay as they are.', 72, 655) +
  line('Steps', 72, 620, 16, 'F2') +
  ['Cut the paper.', 'Fold the sheet.', 'Sew the leaves.']
    .map((step, index) => line(`${index + 1}. ${step}`, 90, 595 - index * 18))
    .join('') +
  table();

const secondPage =
  line('Order form', 72, 770, 16, 'F2') +
  line('Binder', 72, 730) +
  line('Size', 72, 700) +
  line('Gilt edges', 72, 670) +
  line('Remark', 72, 640);

type Numbers = { readonly pages: readonly [number, number, number]; readonly look: number };

const link = (rect: string, target: string) =>
  `<< /Type /Annot /Subtype /Link /Rect [${rect}] /Border [0 0 0] ${target} >>`;
const uri = (address: string) => `/A << /S /URI /URI (${address}) >>`;

/** In the order of the object numbers from `annotations` on. */
function annotationsOf({ pages, look }: Numbers): readonly (readonly PdfObject[])[] {
  const field = (name: string, label: string, y: number, entries: string) =>
    `<< /Type /Annot /Subtype /Widget /F 4 /P ${pages[1]} 0 R /Rect [200 ${y - 5} 380 ${y + 15}] ` +
    `/T (${name}) /TU (${label}) /DA (/F1 11 Tf 0 g) ${entries} >>`;
  return [
    [
      link('101 727 156 741', uri('https://example.org/manual')),
      link('72 702 145 716', uri('javascript:alert\\(1\\)')),
      link('72 677 150 691', `/Dest [${pages[1]} 0 R /Fit]`),
      '<< /Type /Annot /Subtype /Text /Rect [500 760 520 780] /Contents (Check this page.) >>',
    ],
    [
      field('binder', 'Name of the binder', 730, '/FT /Tx /V (Anna Folio)'),
      field('size', 'Size of the book', 700, '/FT /Ch /Ff 131072 /Opt [(quarto) (octavo)] /V (octavo)'),
      field(
        'gilt',
        'Gilt edges',
        670,
        `/FT /Btn /V /Yes /AS /Yes /AP << /N << /Yes ${look} 0 R /Off ${look} 0 R >> >>`,
      ),
      field('remark', 'Remark', 640, '/FT /Tx'),
    ],
  ];
}

const refs = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => `${first + index} 0 R`).join(' ');

export function makeStructuredDocument(): Buffer {
  const pages = [3, 4, 5] as const;
  const [contents, fonts, look, file, info, annotations] = [6, 9, 15, 16, 18, 19] as const;
  const perPage = annotationsOf({ pages, look });
  const [links = [], fields = []] = perPage;
  const fieldsFrom = annotations + links.length;
  const page = (index: number, entries: string) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 ${fonts} 0 R /F2 ${fonts + 1} 0 R ` +
    `/U ${fonts + 2} 0 R >> >> /Contents ${contents + index} 0 R ${entries} >>`;
  const stream = (content: string): PdfObject => ({ dictionary: '', stream: Buffer.from(content, 'latin1') });
  const latin = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  return writePdf({
    objects: [
      `<< /Type /Catalog /Pages 2 0 R /Lang (en-GB) /AcroForm << /Fields [${refs(fieldsFrom, fields.length)}] ` +
        `/DR << /Font << /F1 ${fonts} 0 R >> >> /DA (/F1 11 Tf 0 g) >> ` +
        `/Names << /EmbeddedFiles << /Names [(data.csv) ${file} 0 R] >> >> >>`,
      `<< /Type /Pages /Kids [${pages.map((number) => `${number} 0 R`).join(' ')}] /Count 3 >>`,
      page(0, `/Annots [${refs(annotations, links.length)}]`),
      page(1, `/Annots [${refs(fieldsFrom, fields.length)}]`),
      page(2, ''),
      stream(firstPage),
      stream(secondPage),
      stream(rightToLeftContent(740)),
      latin('Helvetica'),
      latin('Helvetica-Bold'),
      ...rightToLeftFont(fonts + 2),
      { dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 180 20]', stream: Buffer.alloc(0) },
      `<< /Type /Filespec /F (data.csv) /EF << /F ${file + 1} 0 R >> >>`,
      { dictionary: '/Type /EmbeddedFile', stream: Buffer.from('a,b\n') },
      `<< /Title (${structuredTitle}) >>`,
      ...perPage.flat(),
    ],
    trailerEntries: `/Info ${info} 0 R `,
  });
}
