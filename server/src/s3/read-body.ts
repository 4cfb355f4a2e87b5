/** A download's body, whose failures speak the ports' language and which never outlives its reader. */
import { addAbortSignal, Readable } from 'node:stream';
import { storageError } from './faults.ts';

/** By events and not by turns of a generator: those cost more than the bytes they carry. */
export function translatedBody(source: Readable, signal?: AbortSignal): Readable {
  let isRead = false;
  const body = new Readable({
    read() {
      // Not before: a failure that nobody listens for yet would end the process.
      if (!isRead) carry(source, body, signal);
      isRead = true;
      source.resume();
    },
    destroy(error, done) {
      source.destroy();
      done(error);
    },
  });
  return signal === undefined ? body : addAbortSignal(signal, body);
}

function carry(source: Readable, body: Readable, signal: AbortSignal | undefined): void {
  const fail = (error: unknown) => body.destroy(storageError(error, signal) as Error);
  const endedEarly = () => {
    if (!source.readableEnded) fail(new Error('the storage closed the connection before the end'));
  };
  source.on('data', (chunk: Buffer) => {
    if (!body.push(chunk)) source.pause();
  });
  source.once('end', () => body.push(null));
  source.on('error', fail);
  source.once('close', endedEarly);
  if (source.destroyed) endedEarly();
}

/** The size of the whole object from `bytes 0-9/100`. */
export function totalBytesOf(contentRange: string | undefined): number | undefined {
  const total = contentRange?.split('/')[1];
  return total === undefined || total === '*' ? undefined : Number(total);
}
