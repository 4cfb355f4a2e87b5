/** Sends the missing parts of an upload, a few at a time, and continues after a failure with what has not arrived. */
import { ConnectionError } from '../errors/octavo-error.ts';
import type { UploadOptions } from '../request/attempt.ts';
import type { FileSource } from '../request/file-source.ts';
import { delayBeforeRetryMs } from '../request/retry.ts';
import { type PartContent, sendPart } from '../request/send-part.ts';
import { sleep } from '../request/sleep.ts';
import type { Transport } from '../request/transport.ts';
import type { Upload } from '../wire.ts';
import { uploadPath } from './upload-path.ts';

type Part = Upload['parts'][number];

const partsAtOnce = 3;

const contentOf = (file: FileSource, { offset, bytes }: Part): PartContent => ({
  bytes,
  open: () => file.openRange?.(offset, bytes) ?? file.open(),
});

type Round = { readonly failure: unknown; readonly partsSent: number };

/** Takes no further part after a failure; those that are under way are awaited. */
async function sendParts(
  transport: Transport,
  parts: readonly Part[],
  file: FileSource,
  options: UploadOptions,
  onSent: (part: Part) => void,
): Promise<Round> {
  const waiting = [...parts];
  const failures: unknown[] = [];
  let partsSent = 0;
  const sendNext = async () => {
    for (let part = waiting.shift(); part?.url && failures.length === 0; part = waiting.shift()) {
      try {
        await sendPart(transport.settings, part.url, contentOf(file, part), options);
        partsSent += 1;
        onSent(part);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: partsAtOnce }, sendNext));
  return { failure: failures[0], partsSent };
}

/** Failures in a row count, so that a long upload over a bad line ends only when nothing arrives any more. */
export async function sendUpload(
  transport: Transport,
  upload: Upload,
  file: FileSource,
  options: UploadOptions = {},
): Promise<void> {
  const maxRetries = options.maxRetries ?? transport.settings.maxRetries;
  const arrived = new Set<number>();
  const report = ({ number }: { readonly number: number }) => {
    arrived.add(number);
    const bytesSent = upload.parts
      .filter((part) => arrived.has(part.number))
      .reduce((sum, { bytes }) => sum + bytes, 0);
    options.onUploadProgress?.({ bytesSent, bytesTotal: upload.bytes });
  };
  let current = upload;
  for (let failuresInRow = 0; ; ) {
    for (const part of current.parts.filter(({ uploaded }) => uploaded)) arrived.add(part.number);
    const missing = current.parts.filter(({ uploaded }) => !uploaded);
    const { failure, partsSent } = await sendParts(transport, missing, file, options, report);
    if (failure === undefined) return;
    failuresInRow = partsSent > 0 ? 0 : failuresInRow + 1;
    if (!(failure instanceof ConnectionError) || failuresInRow > maxRetries) throw failure;
    await sleep(delayBeforeRetryMs(failuresInRow, null) ?? 0, options.signal);
    const request = { method: 'GET', path: uploadPath(upload.id), isRepeatable: true } as const;
    current = await transport.json<Upload>(request, options);
  }
}
