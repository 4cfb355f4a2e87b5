/** A writer process: reads one request a line from stdin, and answers each with one line on stdout. */
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import type { AnyWriterRequest, WriterMessage, WriterReply } from '../message.ts';
import { compareStored } from './compare-stored.ts';
import { faultOf } from './fault.ts';
import { layOutRange } from './lay-out-range.ts';
import { writeDocument } from './write-document.ts';

function send(message: WriterMessage): void {
  const data = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let done = 0; done < data.length; ) {
    done += writeSync(1, data, done);
  }
}

async function reply(request: AnyWriterRequest): Promise<WriterReply> {
  if (request.from === 'pair') return compareStored(request);
  return request.from === 'range' ? layOutRange(request) : writeDocument(request);
}

const requests = createInterface({ input: process.stdin, crlfDelay: Infinity });
// Before the first document, after which the directory has another name. Does nothing in a process that only reads it.
flushCompileCache();
send({ event: 'ready' });
for await (const line of requests) {
  const request = JSON.parse(line) as AnyWriterRequest;
  try {
    send(await reply(request));
  } catch (error) {
    send({ event: 'failed', id: request.id, ...faultOf(error) });
  }
}
