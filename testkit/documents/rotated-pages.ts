/** Pages that are rotated, cropped, moved or in larger units; the words are upright on each. */
import { Buffer } from 'node:buffer';
import { type PdfObject, writePdf } from './pdf-writer.ts';

type Frame = readonly [left: number, bottom: number, right: number, top: number];

export type RotatedPage = {
  readonly name: string;
  readonly rotate: 0 | 90 | 180 | 270;
  readonly media: Frame;
  readonly crop?: Frame;
  readonly userUnit?: number;
};

const usual: Frame = [0, 0, 595, 842];

export const rotatedPages: readonly RotatedPage[] = [
  { name: 'plain', rotate: 0, media: usual },
  { name: 'rotated by 90', rotate: 90, media: usual },
  { name: 'rotated by 180', rotate: 180, media: usual },
  { name: 'rotated by 270', rotate: 270, media: usual },
  { name: 'cropped', rotate: 0, media: usual, crop: [60, 110, 520, 690] },
  { name: 'offset', rotate: 0, media: [-200, -300, 395, 542] },
  {
    name: 'cropped, offset and rotated by 90',
    rotate: 90,
    media: [100, 50, 695, 892],
    crop: [130, 90, 640, 800],
  },
  { name: 'in units of two points', rotate: 0, media: usual, userUnit: 2 },
];

const words = ['Lanterns', 'Orchards', 'Harbours', 'Meadows', 'Mountains', 'Gardens', 'Rivers', 'Journeys'];

/** One line each, far apart, different on every page. */
function linesOf(index: number) {
  const word = words[index % words.length];
  return [
    { text: `${word} of the first chapter`, size: 22, x: 48, y: 400 },
    { text: `${word} are described in this sentence of the page.`, size: 11, x: 48, y: 320 },
    { text: `Another line about ${word?.toLowerCase()} stands further down here.`, size: 11, x: 90, y: 210 },
  ];
}

const directions = { 0: '1 0 0 1', 90: '0 1 -1 0', 180: '-1 0 0 -1', 270: '0 -1 1 0' } as const;

/** From the page as displayed, counted from its lower left corner, to the page's own frame. */
function toFrame({ rotate, media, crop }: RotatedPage, x: number, y: number): readonly [number, number] {
  const [left, bottom, right, top] = crop ?? media;
  switch (rotate) {
    case 0:
      return [left + x, bottom + y];
    case 90:
      return [right - y, bottom + x];
    case 180:
      return [right - x, top - y];
    case 270:
      return [left + y, top - x];
  }
}

function contentOf(page: RotatedPage, index: number): string {
  return linesOf(index)
    .map(({ text, size, x, y }) => {
      const [at, up] = toFrame(page, x, y);
      return `BT /F1 ${size} Tf ${directions[page.rotate]} ${at} ${up} Tm (${text}) Tj ET`;
    })
    .join('\n');
}

export function makeRotatedPages(): Buffer {
  const count = rotatedPages.length;
  const fontNumber = 3 + 2 * count;
  const kids = rotatedPages.map((_, index) => `${3 + 2 * index} 0 R`).join(' ');
  const objects = rotatedPages.flatMap((page, index): PdfObject[] => [
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [${page.media.join(' ')}]`,
      page.crop ? `/CropBox [${page.crop.join(' ')}]` : '',
      page.rotate === 0 ? '' : `/Rotate ${page.rotate}`,
      page.userUnit ? `/UserUnit ${page.userUnit}` : '',
      `/Resources << /Font << /F1 ${fontNumber} 0 R >> >> /Contents ${4 + 2 * index} 0 R >>`,
    ].join(' '),
    { dictionary: '', stream: Buffer.from(contentOf(page, index), 'latin1') },
  ]);
  return writePdf({
    objects: [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
      ...objects,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ],
  });
}
