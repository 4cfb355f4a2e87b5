/** A scan of any number of pages: each shows the same picture of a page of text, and has no text of its own. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { makeDocument } from './documents.ts';
import { type PdfObject, writePdf } from './pdf-writer.ts';

const run = promisify(execFile);
const dpi = 200;

type Picture = { readonly width: number; readonly height: number; readonly grey: Buffer };

/** A portable graymap, as pdftoppm writes it. */
function readGraymap(file: Buffer): Picture {
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 64));
  if (header === null) throw new Error('not a graymap');
  return { width: Number(header[1]), height: Number(header[2]), grey: file.subarray(header[0].length) };
}

async function pictureOf(pdf: Buffer): Promise<Picture> {
  const directory = await mkdtemp(join(tmpdir(), 'octavo-long-scan-'));
  try {
    await writeFile(join(directory, 'page.pdf'), pdf);
    const kind = ['-gray', '-singlefile', '-r', String(dpi)];
    await run('pdftoppm', [...kind, join(directory, 'page.pdf'), join(directory, 'page')]);
    return readGraymap(await readFile(join(directory, 'page.pgm')));
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Needs pdftoppm (poppler-utils), as the recognition itself does. */
export async function makeLongScan(pages: number, title: string): Promise<Buffer> {
  const { width, height, grey } = await pictureOf(makeDocument({ pages: 1, title }));
  const [across, down] = [(width * 72) / dpi, (height * 72) / dpi];
  const kids = Array.from({ length: pages }, (_, index) => `${index + 5} 0 R`).join(' ');
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${across} ${down}] /Resources << /XObject << /I 3 0 R >> >> /Contents 4 0 R >>`;
  const objects: readonly PdfObject[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    {
      dictionary: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
      stream: deflateSync(grey),
    },
    { dictionary: '', stream: Buffer.from(`q ${across} 0 0 ${down} 0 0 cm /I Do Q\n`) },
    ...Array.from({ length: pages }, () => page),
  ];
  return writePdf({ objects });
}
