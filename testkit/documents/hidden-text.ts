/** A page with words that a reader cannot see, each hidden in its own way. */
import { Buffer } from 'node:buffer';
import { writePdf } from './pdf-writer.ts';

export type HiddenWords = {
  readonly white: string;
  readonly tiny: string;
  readonly outside: string;
  readonly layer: string;
};

const show = (word: string, x: number, y: number, size = 14) =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${word}) Tj ET\n`;

export function makeHiddenDocument({ white, tiny, outside, layer }: HiddenWords): Buffer {
  const content =
    show('In plain sight', 72, 700) +
    `1 g ${show(white, 72, 600)}0 g ` +
    show(tiny, 72, 500, 1) +
    show(outside, 2_000, 400) +
    `/OC /Layer BDC ${show(layer, 72, 300)}EMC\n`;
  const resources = '/Resources << /Font << /F1 5 0 R >> /Properties << /Layer 6 0 R >> >>';
  return writePdf({
    objects: [
      '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [6 0 R] /D << /OFF [6 0 R] >> >> >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${resources} /Contents 4 0 R >>`,
      { dictionary: '', stream: Buffer.from(content, 'latin1') },
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      '<< /Type /OCG /Name (Switched off) >>',
    ],
  });
}
