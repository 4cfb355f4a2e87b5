/** Packs the extracted images into a reproducible zip: fixed order, fixed times, no directories. */
import { createHash } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export type Packed = { readonly bytes: number; readonly sha256: string };

/** The zip format has only local time; built from local parts, this is the same date in every time zone. */
const fixedTime = new Date(1980, 0, 1);
/** A symbolic link from a compromised host must not lead to a file outside. */
const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW;
const imageName = /^imageFile(\d+)\.(png|jpeg)$/;

/** An image is broken, as opposed to a failure to write the zip. */
export class BrokenImageError extends Error {
  override readonly name = 'BrokenImageError';
}

export async function packImages(directory: string, target: string): Promise<Packed> {
  const names = await checkedImages(directory);
  const zip = new ZipFile();
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  zip.on('error', (error: Error) => measure.destroy(error));
  const options = { mtime: fixedTime, mode: 0o100644, compress: false, forceDosTimestamp: true };
  for (const name of names) {
    zip.addReadStreamLazy(`images/${name}`, options, (done) => {
      void streamOf(join(directory, name), done);
    });
  }
  zip.end();
  await pipeline(zip.outputStream, measure, createWriteStream(target));
  return { bytes, sha256: hash.digest('hex') };
}

type StreamCallback = (error: unknown, stream: NodeJS.ReadableStream) => void;

async function streamOf(path: string, done: StreamCallback): Promise<void> {
  try {
    done(null, (await open(path, readOnly)).createReadStream());
  } catch (error) {
    done(error, Readable.from([]));
  }
}

/** The names of the images in order. All are complete, or this throws. */
export async function checkedImages(directory: string): Promise<readonly string[]> {
  const names = await imageNames(directory);
  for (const name of names) {
    await checkImage(join(directory, name));
  }
  return names;
}

async function imageNames(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => []);
  const numberOf = (name: string) => Number(imageName.exec(name)?.[1]);
  return names.filter((name) => imageName.test(name)).sort((a, b) => numberOf(a) - numberOf(b));
}

const signatures = { png: '89504e470d0a1a0a', jpeg: 'ffd8ff' } as const;
const endings = { png: '49454e44ae426082', jpeg: 'ffd9' } as const;

/** A full disk leaves truncated images. */
async function checkImage(path: string): Promise<void> {
  const kind = path.endsWith('.png') ? 'png' : 'jpeg';
  const handle = await open(path, readOnly);
  try {
    const stat = await handle.stat();
    const edge = Buffer.alloc(8);
    await handle.read(edge, 0, 8, 0);
    const head = edge.toString('hex');
    await handle.read(edge, 0, 8, Math.max(0, stat.size - 8));
    const whole =
      stat.isFile() && head.startsWith(signatures[kind]) && edge.toString('hex').endsWith(endings[kind]);
    if (!whole) {
      throw new BrokenImageError('an image was not written completely');
    }
  } finally {
    await handle.close();
  }
}
