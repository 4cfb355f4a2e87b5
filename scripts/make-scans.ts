/**
 * Writes the made scans of the tests: `node scripts/make-scans.ts`. It needs pdftoppm; its version decides the exact
 * pixels, so the files are committed.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { type Scan, scanPath, scans, scansDir } from '../server/test/fixtures/scans.ts';

type Picture = { readonly width: number; readonly height: number; readonly grey: Uint8Array };

function draw({ source, dpi }: Scan, directory: string): Picture {
  const pdf = join(directory, 'page.pdf');
  writeFileSync(pdf, source());
  execFileSync('pdftoppm', ['-gray', '-singlefile', '-r', String(dpi), pdf, join(directory, 'page')]);
  const file = readFileSync(join(directory, 'page.pgm'));
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 64));
  if (!header) throw new Error('pdftoppm wrote no graymap');
  const [width, height] = [Number(header[1]), Number(header[2])];
  return { width, height, grey: file.subarray(header[0].length, header[0].length + width * height) };
}

/** Clockwise, about the centre; the paper outside is white. */
function turned({ width, height, grey }: Picture, degrees: number): Picture {
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const sideways = degrees === 90 || degrees === 270;
  const [w, h] = sideways ? [height, width] : [width, height];
  const out = new Uint8Array(w * h);
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 255 : (grey[y * width + x] ?? 255);
  for (let y = 0; y < h; y += 1) {
    for (let x = 0; x < w; x += 1) {
      const [dx, dy] = [x - (w - 1) / 2, y - (h - 1) / 2];
      const fromX = cos * dx + sin * dy + (width - 1) / 2;
      const fromY = -sin * dx + cos * dy + (height - 1) / 2;
      const [left, top] = [Math.floor(fromX + 1e-9), Math.floor(fromY + 1e-9)];
      const [right, down] = [fromX - left, fromY - top];
      const upper = at(left, top) * (1 - right) + at(left + 1, top) * right;
      const lower = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right;
      out[y * w + x] = Math.round(upper * (1 - down) + lower * down);
    }
  }
  return { width: w, height: h, grey: out };
}

/** The same specks each time: a linear congruential sequence. */
function speckled(picture: Picture, perThousand: number): Picture {
  let state = 1;
  const grey = picture.grey.map((value) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % 1_000 < perThousand ? 96 : value;
  });
  return { ...picture, grey };
}

/** Sixteen greys, two pixels in a byte: small files, and enough for text. */
function packed({ width, height, grey }: Picture): Buffer {
  const stride = Math.ceil(width / 2);
  const bytes = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const level = Math.round((grey[y * width + x] ?? 255) / 17);
      const at = y * stride + (x >> 1);
      bytes[at] = (bytes[at] ?? 0) | (x % 2 === 0 ? level << 4 : level);
    }
  }
  return deflateSync(bytes, { level: 9 });
}

function pdfOf(picture: Picture, dpi: number): Buffer {
  const { width, height } = picture;
  const [w, h] = [(width * 72) / dpi, (height * 72) / dpi].map((points) => points.toFixed(2));
  const image = packed(picture);
  const content = `q ${w} 0 0 ${h} 0 0 cm /I Do Q`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${w} ${h}] /Resources << /XObject << /I 5 0 R >> >> /Contents 4 0 R >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 4 /Filter /FlateDecode /Length ${image.length} >>\nstream\n${image.toString('latin1')}\nendstream`,
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const xref = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${body}${xref}trailer\n<< /Root 1 0 R /Size ${size} >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}

const directory = mkdtempSync(join(tmpdir(), 'octavo-scans-'));
mkdirSync(scansDir, { recursive: true });
for (const [name, scan] of Object.entries(scans)) {
  const drawn = draw(scan, directory);
  const skewed = scan.skew === 0 ? drawn : turned(drawn, scan.skew);
  const upside = scan.turn === 0 ? skewed : turned(skewed, scan.turn);
  const picture = scan.noise === 0 ? upside : speckled(upside, scan.noise);
  writeFileSync(scanPath(name), pdfOf(picture, scan.dpi));
}
rmSync(directory, { recursive: true });
console.log(`${Object.keys(scans).length} scans in ${scansDir}`);
