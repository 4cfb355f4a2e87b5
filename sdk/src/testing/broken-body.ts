/** A response body that fails after `length` bytes, as a broken connection does. */

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
