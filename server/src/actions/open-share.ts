/** What somebody with a share link can read: one result, or one block of it. The database is asked every time. */
import { readRange } from '@octavo/document/reading/read-range.ts';
import { OctavoError } from '../domain/errors.ts';
import type { Format } from '../domain/formats.ts';
import type { Job, Output } from '../domain/job.ts';
import { hashShareToken, isShareToken, kidOfRef, type Share } from '../domain/share.ts';
import type { Store } from '../ports/store.ts';
import { openStoredReading, type ReadingPorts } from './open-reading.ts';
import { type FoundImage, findImageIn, type ReadImagesPorts } from './read-images.ts';

export type OpenSharePorts = { readonly store: Pick<Store, 'jobs' | 'shares'> };

export type OpenedShare = { readonly share: Share; readonly job: Job };

export type ElementContent = {
  readonly ref: string;
  readonly type: string;
  readonly page: number;
  readonly markdown: string;
  /** The block is too long to be shown as a whole. */
  readonly truncated: boolean;
};

/** Formats that can be read with a link, besides images, which are read one by one. */
export const sharedFormats = ['markdown', 'json', 'html', 'text'] as const satisfies readonly Format[];
export type SharedFormat = (typeof sharedFormats)[number];

const elementTokensMax = 200_000;

/** The same message whether the link never existed, has expired, was revoked, or does not include what was asked for. */
export function shareNotFound(): OctavoError {
  return new OctavoError(
    'share_not_found',
    'This link has expired, was revoked, or does not include what you asked for.',
  );
}

export async function openShare({ store }: OpenSharePorts, token: string | undefined): Promise<OpenedShare> {
  const isToken = token !== undefined && isShareToken(token);
  const found = isToken ? await store.shares.findActive(hashShareToken(token)) : null;
  const job = found && (await store.jobs.find(found.accountId, found.share.jobId));
  if (!found || !job) throw shareNotFound();
  return { share: found.share, job };
}

/** A link to one block includes no output. */
export function sharedOutputOf({ share, job }: OpenedShare, format: SharedFormat | 'images'): Output {
  const output = share.element === null ? job.outputs.find((one) => one.format === format) : undefined;
  if (!output) throw shareNotFound();
  return output;
}

export async function sharedImageOf(
  ports: Pick<ReadImagesPorts, 'blobs'>,
  opened: OpenedShare,
  name: string,
  signal: AbortSignal,
): Promise<FoundImage> {
  const found = await findImageIn(ports, sharedOutputOf(opened, 'images'), name, signal);
  if (!found) throw shareNotFound();
  return found;
}

export function sourceOf({ share, job }: OpenedShare): Job {
  if (!share.withSource) throw shareNotFound();
  return job;
}

export function sharedFormatsOf(opened: OpenedShare): readonly (SharedFormat | 'images')[] {
  if (opened.share.element !== null) return [];
  const has = (format: Format) => opened.job.outputs.some((output) => output.format === format);
  return [...sharedFormats, 'images' as const].filter(has);
}

/** `null` for a link to a whole result. */
export async function readElement(
  ports: ReadingPorts,
  { share, job }: OpenedShare,
  signal: AbortSignal,
): Promise<ElementContent | null> {
  if (share.element === null) return null;
  const { ref, readingSha256 } = share.element;
  const stored = await ports.store.jobs.reading(job.accountId, job.id);
  const kid = kidOfRef(ref);
  // After another conversion, the pointer may lead to a block that nobody shared.
  if (stored?.sha256 !== readingSha256 || kid === null) throw shareNotFound();
  const reading = await openStoredReading(ports, stored, signal);
  const from = { kid, unit: 0, offset: 0 };
  const wanted = { from, toKid: kid + 1, format: 'blocks', maxTokens: elementTokensMax } as const;
  const { content, next } = await readRange(reading, wanted);
  const [block] = content;
  if (block === undefined || typeof block === 'string') throw shareNotFound();
  const { type, page, markdown } = block;
  return { ref, type, page, markdown, truncated: next !== null };
}
