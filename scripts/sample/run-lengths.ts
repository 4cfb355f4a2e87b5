/** The PDF filter RunLengthDecode, the other way round: repeated bytes as a count, others as they are. */

const longest = 128;

function runFrom(bytes: Buffer, at: number): number {
  let end = at + 1;
  while (end < bytes.length && end - at < longest && bytes[end] === bytes[at]) end += 1;
  return end - at;
}

/** Up to where the next run of three begins: shorter ones are not worth a count. */
function plainFrom(bytes: Buffer, at: number): number {
  let end = at;
  while (end < bytes.length && end - at < longest && runFrom(bytes, end) < 3) end += 1;
  return end - at;
}

export function runLengths(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const plain = plainFrom(bytes, at);
    if (plain > 0) {
      parts.push(Buffer.from([plain - 1]), bytes.subarray(at, at + plain));
      at += plain;
    } else {
      const run = runFrom(bytes, at);
      parts.push(Buffer.from([257 - run, bytes[at] ?? 0]));
      at += run;
    }
  }
  return Buffer.concat([...parts, Buffer.from([128])]);
}
