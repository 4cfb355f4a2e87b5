/** On which page each image stands, as the job's own json output says. */
import { json as parsed } from 'node:stream/consumers';
import type { Output } from '../domain/job.ts';
import type { Blobs } from '../ports/blobs.ts';

/** Parsing blocks everybody else: 4 MiB took 40 ms. Larger documents get no page numbers here. */
const jsonBytesMax = 4_194_304;
const children = ['kids', 'rows', 'cells', 'list items', 'toc items'] as const;

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Without recursion: lists and tables may be nested as deep as a document likes. */
function imageNodes(root: unknown): Map<string, number> {
  const pages = new Map<string, number>();
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isNode(node)) continue;
    const { source, 'page number': page } = node;
    if (typeof source === 'string' && typeof page === 'number') pages.set(source, page);
    for (const name of children) {
      const below = node[name];
      if (Array.isArray(below)) for (const child of below) open.push(child);
    }
  }
  return pages;
}

/** Keys are the links as json has them, `images/imageFile1.png`. Empty where there is no json, or too much of it. */
export async function pagesOfImages(
  blobs: Pick<Blobs, 'get'>,
  output: Output | undefined,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  if (!output || output.bytes > jsonBytesMax) return new Map();
  const found = await blobs.get(output.objectKey, { signal });
  return found ? imageNodes(await parsed(found.body)) : new Map();
}
