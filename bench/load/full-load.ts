/** Everything a busy API process does at once, until it is told to stop: submits, reads, lists, waits, downloads, streams. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openStreamAt } from '../../e2e/client/event-stream.ts';
import { makeDocument } from '../../e2e/pdf/documents.ts';
import { ask, formOf, jobOf, submit } from '../../faults/load/client.ts';
import type { KeyHolder } from '../stack.ts';
import { upload } from './transfer.ts';

export type FullLoad = {
  readonly node: string;
  readonly callers: readonly KeyHolder[];
  readonly streams: number;
  /** Of the large uploads that go on all the time. */
  readonly uploadBytes: number;
  readonly isOver: () => boolean;
};

export type LoadCounts = { readonly submits: number; readonly reads: number; readonly uploads: number };

const page = makeDocument();

async function mustBe(status: number, reply: Promise<{ status: number; text: string }>): Promise<void> {
  const answer = await reply;
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
}

/** One client: submits a page, waits for its end, and reads what it can read. */
async function client({ node, isOver }: FullLoad, { key }: KeyHolder): Promise<LoadCounts> {
  const caller = { key };
  let [submits, reads] = [0, 0];
  do {
    const upload = { file: page, fileName: 'page.pdf', options: { format: ['markdown', 'json'] } };
    const reply = await submit(node, caller, upload);
    if (reply.status !== 201) throw new Error(`submit: ${reply.status} ${reply.text}`);
    const { id } = jobOf(reply);
    await mustBe(200, ask(node, `/jobs/${id}?wait=30`, { caller }));
    await mustBe(200, ask(node, `/jobs/${id}/download/markdown`, { caller }));
    for (let read = 0; read < 10; read += 1) await mustBe(200, ask(node, '/jobs?page_size=20', { caller }));
    submits += 1;
    reads += 12;
  } while (!isOver());
  return { submits, reads, uploads: 0 };
}

async function uploader({ node, uploadBytes, isOver }: FullLoad, { key }: KeyHolder): Promise<LoadCounts> {
  const file = makeDocument({ bytes: uploadBytes });
  const { contentType, chunks } = formOf({ file, fileName: 'large.pdf', options: { format: ['text'] } });
  let uploads = 0;
  do {
    await upload(`${node}/jobs`, { 'x-api-key': key, 'content-type': contentType }, chunks);
    uploads += 1;
    await sleep(500);
  } while (!isOver());
  return { submits: uploads, reads: 0, uploads };
}

export async function fullLoad(load: FullLoad): Promise<LoadCounts> {
  const callerAt = (at: number) => load.callers[at % load.callers.length] as KeyHolder;
  const opening = Array.from({ length: load.streams }, (_, at) =>
    openStreamAt(new URL('/events', load.node), { caller: { key: callerAt(at).key } }),
  );
  const streams = await Promise.all(opening);
  try {
    const working = [...load.callers.map((caller) => client(load, caller)), uploader(load, callerAt(0))];
    const counts = await Promise.all(working);
    const sum = (of: (one: LoadCounts) => number) => counts.reduce((total, one) => total + of(one), 0);
    return {
      submits: sum(({ submits }) => submits),
      reads: sum(({ reads }) => reads),
      uploads: sum(({ uploads }) => uploads),
    };
  } finally {
    for (const stream of streams) stream.close();
  }
}
