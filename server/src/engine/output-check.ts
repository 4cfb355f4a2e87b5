/** Checks that an output file is complete while it is copied. */
import type { Format } from '../domain/formats.ts';
import { JsonCheck } from './json-check.ts';
import { Utf8Check } from './utf8-check.ts';

/** What the engine reported, to compare the files with. */
export type Expected = {
  readonly pageCount: number;
  /** Characters that the engine found: with none, empty text is correct. */
  readonly textCharacters: number;
};

export type OutputCheck = {
  update(chunk: Buffer): void;
  /** Null when the file is complete. */
  finish(): string | null;
};

type FileFormat = Exclude<Format, 'images'>;

const tailBytes = 1_024;

export function checkFor(format: FileFormat, expected: Expected): OutputCheck {
  switch (format) {
    case 'json':
      return checkJson(expected);
    case 'html':
      return checkText((tail) => (tail.trimEnd().endsWith('</html>') ? null : 'html does not close'), false);
    case 'markdown':
    case 'text':
      return checkText(() => null, expected.textCharacters === 0);
    default:
      return checkPdf();
  }
}

function checkJson(expected: Expected): OutputCheck {
  const json = new JsonCheck();
  return {
    update: (chunk) => json.update(chunk),
    finish: () => {
      const pages = json.topLevel.get('number of pages');
      const fault = json.finish();
      if (fault !== null) {
        return `json is ${fault}`;
      }
      return pages === String(expected.pageCount) ? null : `json names ${pages} pages`;
    },
  };
}

function checkText(checkTail: (tail: string) => string | null, mayBeEmpty: boolean): OutputCheck {
  const utf8 = new Utf8Check();
  let bytes = 0;
  let tail = Buffer.alloc(0);
  return {
    update: (chunk) => {
      bytes += chunk.length;
      tail = lastBytes(tail, chunk);
      utf8.update(chunk);
    },
    finish: () => {
      if (!utf8.finish()) {
        return 'text is not UTF-8';
      }
      return bytes === 0 && !mayBeEmpty ? 'file is empty' : checkTail(tail.toString('latin1'));
    },
  };
}

function checkPdf(): OutputCheck {
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

function lastBytes(tail: Buffer<ArrayBuffer>, chunk: Buffer): Buffer<ArrayBuffer> {
  return Buffer.concat([tail, chunk.subarray(-tailBytes)]).subarray(-tailBytes);
}
