/**
 * Frees the memory of a buffer that is no longer needed. The garbage collector would start a full collection for every
 * few dozen megabytes that went through the process, which took more CPU than everything else an upload needs.
 */
export function freeBuffer({ buffer, byteLength }: Buffer): void {
  // Memory that other buffers may use as well is left to the garbage collector.
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0);
}
