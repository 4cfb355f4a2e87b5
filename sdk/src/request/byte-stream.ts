/** Converts between byte streams and iterables, chunk by chunk, without reading ahead. */

export type ByteSource = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

function iterate(source: ByteSource): AsyncIterator<Uint8Array | string> | Iterator<Uint8Array | string> {
  return Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
}

export function streamFrom(source: ByteSource): ReadableStream<Uint8Array> {
  const iterator = iterate(source);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Not every runtime supports async iteration of streams, so this uses a reader. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let isRead = false;
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) {
        isRead = true;
        return;
      }
      yield value;
    }
  } finally {
    // Not awaited: the source may take its time, and nothing here depends on it.
    if (!isRead) reader.cancel().catch(() => {});
    reader.releaseLock();
  }
}
