/** A writer process: reads one request a line from stdin, and answers each with one line on stdout. */
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { DiffTooLargeError } from '@octavo/document/diff/diff.ts';
import type { AnyWriterRequest, WriterFailed, WriterMessage, WriterReply } from '../message.ts';
import { compareStored } from './compare-stored.ts';
import { layOutRange } from './lay-out-range.ts';
import { LineTooLongError } from './line-source.ts';
import { OutputTooLargeError } from './output-file.ts';
import { writeDocument } from './write-document.ts';

function send(message: WriterMessage): void {
  const data = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let done = 0; done < data.length; ) {
    done += writeSync(1, data, done);
  }
}

/** Never the message: it may quote the document. */
function describe(error: unknown): string {
  const { name = 'unknown', code, stack = '' } = error as NodeJS.ErrnoException;
  const place = /\n\s+at (\S+ )?.*?([^/\\]+:\d+):\d+/.exec(stack);
  return [name, code, place?.[1]?.trim(), place?.[2]].filter(Boolean).join(' ').slice(0, 300);
}

function failed(id: number, error: unknown): WriterFailed {
  const { code } = error as NodeJS.ErrnoException;
  const detail = describe(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return { event: 'failed', id, cause: 'disk', detail };
  const isTooLarge =
    error instanceof OutputTooLargeError ||
    error instanceof LineTooLongError ||
    error instanceof DiffTooLargeError ||
    code === 'EFBIG';
  return { event: 'failed', id, cause: isTooLarge ? 'too_large' : 'error', detail };
}

async function reply(request: AnyWriterRequest): Promise<WriterReply> {
  if (request.from === 'pair') return compareStored(request);
  return request.from === 'range' ? layOutRange(request) : writeDocument(request);
}

const requests = createInterface({ input: process.stdin, crlfDelay: Infinity });
send({ event: 'ready' });
for await (const line of requests) {
  const request = JSON.parse(line) as AnyWriterRequest;
  try {
    send(await reply(request));
  } catch (error) {
    send(failed(request.id, error));
  }
}
