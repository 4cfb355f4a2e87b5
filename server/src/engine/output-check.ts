/** Checks that a file of the host is complete while it is copied. */
import { Utf8Check } from './utf8-check.ts';

export type OutputCheck = {
  update(chunk: Buffer): void;
  /** Null when the file is complete. */
  finish(): string | null;
};

const tailBytes = 1_024;

export function checkPdf(): OutputCheck {
  let head = '';
  let tail = Buffer.alloc(0);
  return {
    update: (chunk) => {
      head += chunk.toString('latin1', 0, 5 - head.length);
      tail = lastBytes(tail, chunk);
    },
    finish: () => {
      const end = tail.toString('latin1');
      if (head !== '%PDF-') {
        return 'pdf has no header';
      }
      return /startxref\s+\d+\s+%%EOF\s*$/.test(end) ? null : 'pdf has no trailer';
    },
  };
}

/** The records are checked by the reader; this only notices a file that was cut. */
export function checkExtraction(): OutputCheck {
  const utf8 = new Utf8Check();
  let tail = Buffer.alloc(0);
  return {
    update: (chunk) => {
      tail = lastBytes(tail, chunk);
      utf8.update(chunk);
    },
    finish: () => {
      if (!utf8.finish()) {
        return 'extraction is not UTF-8';
      }
      const lastLine = tail.toString('latin1').trimEnd().split('\n').at(-1) ?? '';
      return /^\{"record":"end",.*\}$/.test(lastLine) ? null : 'extraction is cut short';
    },
  };
}

function lastBytes(tail: Buffer<ArrayBuffer>, chunk: Buffer): Buffer<ArrayBuffer> {
  return Buffer.concat([tail, chunk.subarray(-tailBytes)]).subarray(-tailBytes);
}
