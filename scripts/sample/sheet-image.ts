/** The picture in the sample: one side of a printed sheet before it is folded. */
import type { PdfWriter, Ref } from '../../server/test/fixtures/pdf-writer.ts';
import { runLengths } from './run-lengths.ts';

const width = 480;
const height = 300;
const margin = 16;
const cellWidth = (width - 2 * margin) / 4;
const cellHeight = (height - 2 * margin) / 2;

/** Ground, paper, print, fold lines. */
const palette = ['e8e6f6', 'faf7ee', '605c8c', '4338ca'];
const [ground, paper, print, fold] = [0, 1, 2, 3];

/** A page of print as seen upright, with a short title and a last line that ends early. */
function printAt(x: number, y: number): number {
  const isPrinted = x > 18 && x < cellWidth - 18 && y > 22 && y < cellHeight - 20;
  if (!isPrinted) return paper;
  if (y < 29) return x < cellWidth * 0.6 ? fold : paper;
  const isLine = y > 36 && Math.floor(y - 22) % 9 < 3;
  const isLast = y > cellHeight - 30;
  return isLine && (!isLast || x < cellWidth / 2) ? print : paper;
}

/** Four columns and two rows of pages; those of the upper row stand on their heads. */
function colourAt(x: number, y: number): number {
  const isInside = x >= margin && x < width - margin && y >= margin && y < height - margin;
  if (!isInside) return ground;
  const inCellX = (x - margin) % cellWidth;
  const inCellY = (y - margin) % cellHeight;
  if (inCellX < 2 || inCellY < 2) return (Math.floor(x / 6) + Math.floor(y / 6)) % 2 === 0 ? fold : paper;
  const isUpperRow = y - margin < cellHeight;
  return isUpperRow ? printAt(cellWidth - inCellX, cellHeight - inCellY) : printAt(inCellX, inCellY);
}

/** Two bits a pixel, packed by hand: a compressor of another machine would give other bytes. */
export function sheetImage(pdf: PdfWriter): Ref {
  const bytes = Buffer.alloc((width / 4) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * (width / 4) + Math.floor(x / 4);
      bytes[at] = (bytes[at] ?? 0) | (colourAt(x, y) << (6 - 2 * (x % 4)));
    }
  }
  const size = `/Width ${width} /Height ${height} /BitsPerComponent 2`;
  const colours = `/ColorSpace [/Indexed /DeviceRGB ${palette.length - 1} <${palette.join('')}>]`;
  return pdf.add(
    `/Type /XObject /Subtype /Image ${size} ${colours} /Filter /RunLengthDecode`,
    runLengths(bytes),
  );
}
