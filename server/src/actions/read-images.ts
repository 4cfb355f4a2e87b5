/**
 * Reads single images of a done job from their stored zip by range requests, without loading the zip or an image into
 * memory.
 */
import { buffer, json } from 'node:stream/consumers';
import type { Caller } from '../domain/caller.ts';
import { OctavoError, unavailable } from '../domain/errors.ts';
import type { Output } from '../domain/job.ts';
import type { BlobBody, Blobs } from '../ports/blobs.ts';
import type { Store } from '../ports/store.ts';
import { readZipEntries, type ZipEntry } from '../protocol/zip-reader.ts';
import { findOutput } from './download-output.ts';

export type ReadImagesPorts = {
  readonly store: Pick<Store, 'jobs'>;
  readonly blobs: Pick<Blobs, 'get'>;
};

type Blob = Pick<ReadImagesPorts, 'blobs'>;

export type Image = {
  readonly name: string;
  readonly bytes: number;
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly etag: string;
  readonly entry: ZipEntry;
};

export type FoundImage = { readonly zip: Output; readonly image: Image };

/** Far above the largest allowed number of images. */
const entriesMax = 200_000;
/** Also part of the links in markdown, html and json. */
const folder = 'images/';

async function openRange(
  { blobs }: Blob,
  output: Output,
  range: { readonly start: number; readonly end: number },
  signal: AbortSignal,
): Promise<BlobBody> {
  const found = await blobs.get(output.objectKey, { range, signal });
  // The file was lost by the storage, or the job is being deleted.
  if (!found) throw unavailable('storage', new Error('the images of a done job are not in storage'));
  return found;
}

const readEntries = (ports: Blob, zip: Output, signal: AbortSignal) =>
  readZipEntries(
    async (start, end) => buffer((await openRange(ports, zip, { start, end }, signal)).body),
    zip.bytes,
    entriesMax,
  );

function toImage(zip: Output, entry: ZipEntry): Image {
  const name = entry.name.slice(folder.length);
  return {
    name,
    bytes: entry.bytes,
    mediaType: name.endsWith('.png') ? 'image/png' : 'image/jpeg',
    // The hash of the zip and the name determine the image's bytes.
    etag: `"${zip.sha256}-${encodeURIComponent(name)}"`,
    entry,
  };
}

async function imagesIn(ports: Blob, zip: Output, signal: AbortSignal): Promise<readonly Image[]> {
  const entries = await readEntries(ports, zip, signal);
  return entries.filter(({ name }) => name.startsWith(folder)).map((entry) => toImage(zip, entry));
}

/** Parsing blocks the event loop: 4 MiB took 40 ms. Larger documents get no page numbers here. */
const jsonBytesMax = 4_194_304;

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Without recursion, because lists and tables may be nested to any depth. */
function imageNodes(root: unknown): Map<string, number> {
  const pages = new Map<string, number>();
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isNode(node)) continue;
    const { image, page, kids } = node;
    if (typeof image === 'string' && typeof page === 'number') pages.set(image, page);
    if (Array.isArray(kids)) for (const kid of kids) open.push(kid);
  }
  return pages;
}

/**
 * The page of each image, by its link in the json output: `images/imageFile1.png`. Empty without json, or when it is
 * too large.
 */
async function pagesOfImages(
  blobs: Pick<Blobs, 'get'>,
  output: Output | undefined,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  if (!output || output.bytes > jsonBytesMax) return new Map();
  const found = await blobs.get(output.objectKey, { signal });
  return found ? imageNodes(await json(found.body)) : new Map();
}

export async function listImages(
  ports: ReadImagesPorts,
  caller: Caller,
  jobId: string,
  signal: AbortSignal,
): Promise<readonly (Image & { readonly page: number | null })[]> {
  const { job, output: zip } = await findOutput(ports, caller, jobId, 'images');
  const images = await imagesIn(ports, zip, signal);
  const jsonOutput = job.outputs.find(({ format }) => format === 'json');
  const pages = await pagesOfImages(ports.blobs, jsonOutput, signal);
  return images.map((image) => ({ ...image, page: pages.get(folder + image.name) ?? null }));
}

export async function findImage(
  ports: ReadImagesPorts,
  caller: Caller,
  jobId: string,
  name: string,
  signal: AbortSignal,
): Promise<FoundImage> {
  const { output: zip } = await findOutput(ports, caller, jobId, 'images');
  const found = await findImageIn(ports, zip, name, signal);
  if (found) return found;
  throw new OctavoError('image_not_found', 'This job has no image of this name.');
}

/** In the stored zip; `null` if it has none of this name. */
export async function findImageIn(
  ports: Blob,
  zip: Output,
  name: string,
  signal: AbortSignal,
): Promise<FoundImage | null> {
  const images = await imagesIn(ports, zip, signal);
  const image = images.find((candidate) => candidate.name === name);
  return image ? { zip, image } : null;
}

export async function openImage(
  ports: Blob,
  zip: Output,
  { entry }: Image,
  range: { readonly start: number; readonly end: number },
  signal: AbortSignal,
): Promise<BlobBody> {
  const start = await entry.dataStart();
  return openRange(ports, zip, { start: start + range.start, end: start + range.end }, signal);
}
