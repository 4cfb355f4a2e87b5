/** A body that breaks off after so many bytes, as a connection does. */

export function brokenBody(bytes: Uint8Array, length: number): ReadableStream<Uint8Array> {
  let isSent = false;
  return new ReadableStream({
    pull(controller) {
      if (isSent) controller.error(new TypeError('terminated'));
      else controller.enqueue(bytes.subarray(0, length));
      isSent = true;
    },
  });
}
