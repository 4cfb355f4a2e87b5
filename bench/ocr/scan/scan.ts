/** Turns a page into a scan of itself: a PDF with one picture and no text. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { PdfWriter } from '../../../server/test/fixtures/pdf-writer.ts';
import { blurred, type Picture, readGraymap, turned, worn } from './picture.ts';

const run = promisify(execFile);

export type Scanning = {
  readonly dpi: number;
  /** Degrees clockwise. */
  readonly skew: number;
  /** Blur, pale ink, noise, and JPEG of quality 45. */
  readonly degraded: boolean;
};

const jpegQuality = 45;
/** Of the blur, in inches: 0.7 pixels at 200 dpi. */
const blurInches = 0.0035;

/** The page itself, as a control: what is wrong there is not a matter of OCR. */
export const notScanned: Scanning = { dpi: 0, skew: 0, degraded: false };

export const nameOf = ({ dpi, skew, degraded }: Scanning): string =>
  dpi === 0
    ? 'not scanned'
    : `${dpi} dpi, ${degraded ? 'degraded' : 'clean'}${skew === 0 ? '' : `, ${skew}°`}`;

/** pdftoppm writes JPEG in colours also with `-gray`. */
const encodings = { FlateDecode: 'DeviceGray', DCTDecode: 'DeviceRGB' } as const;

function pdfWith(
  { width, height }: Picture,
  dpi: number,
  filter: keyof typeof encodings,
  data: Buffer,
): Buffer {
  const pdf = new PdfWriter();
  const image = pdf.add(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /${encodings[filter]} /BitsPerComponent 8 /Filter /${filter}`,
    data,
  );
  const size = [(width * 72) / dpi, (height * 72) / dpi] as const;
  pdf.page({ images: { I: image }, content: `q ${size[0]} 0 0 ${size[1]} 0 0 cm /I Do Q`, size });
  return pdf.finish();
}

const plainPdf = (picture: Picture, dpi: number) =>
  pdfWith(picture, dpi, 'FlateDecode', deflateSync(picture.grey));

async function jpegPdf(picture: Picture, dpi: number, directory: string): Promise<Buffer> {
  const [source, target] = [join(directory, 'plain.pdf'), join(directory, 'jpeg')];
  await writeFile(source, plainPdf(picture, dpi));
  const size = ['-scale-to-x', String(picture.width), '-scale-to-y', String(picture.height)];
  const kind = ['-jpeg', '-jpegopt', `quality=${jpegQuality}`, '-gray', '-singlefile'];
  await run('pdftoppm', [...kind, ...size, source, target]);
  return pdfWith(picture, dpi, 'DCTDecode', await readFile(`${target}.jpg`));
}

export async function scanned(pdf: string, { dpi, skew, degraded }: Scanning): Promise<Buffer> {
  if (dpi === 0) return readFile(pdf);
  const directory = await mkdtemp(join(tmpdir(), 'octavo-scan-'));
  try {
    await run('pdftoppm', ['-gray', '-singlefile', '-r', String(dpi), pdf, join(directory, 'page')]);
    const drawn = readGraymap(await readFile(join(directory, 'page.pgm')));
    const skewed = skew === 0 ? drawn : turned(drawn, skew);
    if (!degraded) return plainPdf(skewed, dpi);
    return await jpegPdf(worn(blurred(skewed, blurInches * dpi), dpi), dpi, directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}
