/** A part of a file as the body of a request to the storage, with the hash that the signature covers. */
import { type FileHandle, open } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { type PutObjectCommand, S3ServiceException, type UploadPartCommand } from '@aws-sdk/client-s3';
import { BodyLengthError } from '../ports/blobs.ts';

export type FileRange = {
  readonly path: string;
  readonly start: number;
  readonly bytes: number;
  /** Of this part; lower-case hex. */
  readonly sha256: string;
};

const blockBytes = 262_144;

function written(destination: Writable, block: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    destination.write(block, (error) => (error ? reject(error) : resolve()));
  });
}

/**
 * Writes the file from two buffers in turn: one is written while the other is filled. A stream takes new memory for each
 * block, and the garbage collector starts a full collection for every few dozen megabytes of it.
 */
class FileBody extends Readable {
  readonly #range: FileRange;
  readonly #closed = Promise.withResolvers<never>();

  constructor(range: FileRange) {
    super({ read: () => {} });
    this.#range = range;
    this.#closed.promise.catch(() => {});
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#closed.reject(error ?? new Error('the request ended'));
    done(error);
  }

  /** How the client sends a body. Errors of the request are reported by the request itself. */
  override pipe<Destination extends NodeJS.WritableStream>(destination: Destination): Destination {
    this.#send(destination as unknown as Writable).catch((error: Error) => this.destroy(error));
    return destination;
  }

  async #send(destination: Writable): Promise<void> {
    await using file = await open(this.#range.path, 'r');
    const buffers: Buffer[] = [];
    let writing = Promise.resolve();
    let sent = 0;
    for (let turn = 0; sent < this.#range.bytes && !this.destroyed; turn ^= 1) {
      const buffer = buffers[turn] ?? Buffer.allocUnsafeSlow(Math.min(blockBytes, this.#range.bytes - sent));
      buffers[turn] = buffer;
      const block = await this.#read(file, buffer, sent);
      await Promise.race([writing, this.#closed.promise]);
      writing = written(destination, block);
      writing.catch(() => {});
      sent += block.length;
    }
    await Promise.race([writing, this.#closed.promise]);
    destination.end();
  }

  async #read(file: FileHandle, buffer: Buffer, sent: number): Promise<Buffer> {
    const { start, bytes } = this.#range;
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, bytes - sent), start + sent);
    if (bytesRead === 0) throw new BodyLengthError(bytes, sent);
    return buffer.subarray(0, bytesRead);
  }
}

/** The body is added after signing: each attempt opens the file again, so the client can retry. */
export function sendRange(
  command: PutObjectCommand | UploadPartCommand,
  range: FileRange,
  stop: AbortController,
): void {
  const stack = command.middlewareStack as PutObjectCommand['middlewareStack'];
  stack.add(
    (next) => (args) => {
      (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = range.sha256;
      return next(args);
    },
    { step: 'build', name: 'hashKnownBefore' },
  );
  stack.add(
    (next) => async (args) => {
      const body = new FileBody(range);
      body.on('error', (error) => stop.abort(error));
      try {
        (args.request as { body: unknown }).body = body;
        return await next(args);
      } finally {
        body.destroy();
      }
    },
    { step: 'finalizeRequest', priority: 'low', name: 'bodyOfThisAttempt' },
  );
}

export function isOtherContent(error: unknown): boolean {
  return error instanceof S3ServiceException && error.name === 'XAmzContentSHA256Mismatch';
}
