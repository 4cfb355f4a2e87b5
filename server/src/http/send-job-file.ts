/** Sends the stored files of a job: its outputs, its source and single images. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DownloadPorts, openStored } from '../actions/download-output.ts';
import { type FoundImage, openImage } from '../actions/read-images.ts';
import { downloadName, sourceDownloadName } from '../domain/download-name.ts';
import { formatInfo } from '../domain/formats.ts';
import { type Job, type Output, sourceKey } from '../domain/job.ts';
import { disconnectSignal } from './deadline.ts';
import { etagOf, sendFile } from './send-file.ts';

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };
type Blobs = Pick<DownloadPorts, 'blobs'>;

export function sendOutput(
  ports: Blobs,
  { request, reply }: Exchange,
  job: Job,
  output: Output,
): Promise<FastifyReply> {
  const file = {
    bytes: output.bytes,
    etag: etagOf(output),
    mediaType: formatInfo[output.format].mediaType,
    fileName: downloadName(job.source.fileName, output.format),
  };
  return sendFile(request, reply, file, (range, signal) =>
    openStored(ports, output.objectKey, range, signal),
  );
}

export function sendSource(ports: Blobs, { request, reply }: Exchange, job: Job): Promise<FastifyReply> {
  const file = {
    bytes: job.source.bytes,
    etag: etagOf(job.source),
    mediaType: 'application/pdf',
    fileName: sourceDownloadName(job.source.fileName),
  };
  return sendFile(request, reply, file, (range, signal) => openStored(ports, sourceKey(job), range, signal));
}

export function sendImage(
  ports: Blobs,
  { request, reply }: Exchange,
  { zip, image }: FoundImage,
): Promise<FastifyReply> {
  const file = {
    mediaType: image.mediaType,
    fileName: image.name,
    bytes: image.bytes,
    etag: image.etag,
  };
  const whole = { start: 0, end: image.bytes - 1 };
  return sendFile(request, reply, file, (range) =>
    openImage(ports, zip, image, range ?? whole, disconnectSignal(reply)),
  );
}
