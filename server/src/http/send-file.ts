/** Sends a stored file or a range of it, with headers that keep browsers from rendering it. */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OctavoError } from '../domain/errors.ts';
import { attachmentNamed } from '../protocol/content-disposition.ts';
import { type WantedPart, wantedPart } from './byte-range.ts';
import { disconnectSignal } from './deadline.ts';

export type ServedFile = {
  readonly mediaType: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly etag: string;
};

type Range = { readonly start: number; readonly end: number };
type Open = (range: Range | null, signal: AbortSignal) => Promise<{ readonly body: Readable }>;

export function etagOf({ sha256 }: { readonly sha256: string }): string {
  return `"${sha256}"`;
}

function describeFile(reply: FastifyReply, file: ServedFile): void {
  reply.headers({
    'content-type': file.mediaType,
    'content-disposition': attachmentNamed(file.fileName),
    'content-security-policy': 'sandbox',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: file.etag,
  });
}

function describePart(reply: FastifyReply, file: ServedFile, wanted: WantedPart): void {
  if (wanted.kind !== 'range') {
    reply.header('content-length', file.bytes);
    return;
  }
  const { start, end } = wanted;
  reply.code(206).headers({
    'content-length': end - start + 1,
    'content-range': `bytes ${start}-${end}/${file.bytes}`,
  });
}

/** `open` gets a signal for disconnects. It is not called for HEAD, for an empty file, or when nothing changed. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
  open: Open,
): Promise<FastifyReply> {
  const wanted = wantedPart(request.headers, file);
  if (wanted.kind === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.bytes}`);
    throw new OctavoError('range_not_satisfiable', `The range lies outside the file’s ${file.bytes} bytes.`);
  }
  if (wanted.kind === 'unchanged') {
    describeFile(reply, file);
    return reply.code(304).send(undefined);
  }
  const hasBody = request.method === 'GET' && file.bytes > 0;
  // Opened before the first header is set, so that an unavailable storage is a clean 503.
  const opened = hasBody
    ? await open(wanted.kind === 'range' ? wanted : null, disconnectSignal(reply))
    : undefined;
  describeFile(reply, file);
  describePart(reply, file, wanted);
  return reply.send(opened?.body);
}
