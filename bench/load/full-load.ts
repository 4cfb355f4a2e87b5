/** Everything a busy API process does at once, until it is stopped: submits, reads, lists, waits, downloads, streams. */
import type { Caller } from '@octavo/testkit/client/credentials.ts';
import { openStreamAt } from '@octavo/testkit/client/event-stream.ts';
import {
  formOf,
  type JobBody,
  jobOf,
  type Reply,
  sendRequest,
  submit,
} from '@octavo/testkit/client/send-request.ts';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
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

async function mustBe(status: number, asking: Promise<Reply>): Promise<Reply> {
  const reply = await asking;
  if (reply.status !== status) throw new Error(`${reply.status} instead of ${status}: ${reply.text}`);
  return reply;
}

const waitsMax = 10;

/** A machine that is busy with other things may take longer than one wait. */
async function mustEndWell(node: string, caller: Caller, id: string): Promise<void> {
  for (let waits = 0; waits < waitsMax; waits += 1) {
    const { status } = jobOf(await mustBe(200, sendRequest(node, `/jobs/${id}?wait=30`, { caller })));
    if (status === 'done') return;
    if (status === 'failed') throw new Error(`job ${id} failed`);
  }
  throw new Error(`job ${id} did not end within ${waitsMax} waits of 30 s`);
}

/** One client: submits a page, waits for its end, and reads what it can read. */
async function client({ node, isOver }: FullLoad, { key }: KeyHolder): Promise<LoadCounts> {
  const caller = { key };
  let [submits, reads] = [0, 0];
  do {
    const upload = { file: page, fileName: 'page.pdf', options: { format: ['markdown', 'json'] } };
    const { id } = jobOf(await mustBe(201, submit(node, caller, upload)));
    await mustEndWell(node, caller, id);
    await mustBe(200, sendRequest(node, `/jobs/${id}/download/markdown`, { caller }));
    for (let read = 0; read < 10; read += 1)
      await mustBe(200, sendRequest(node, '/jobs?page_size=20', { caller }));
    submits += 1;
    reads += 12;
  } while (!isOver());
  return { submits, reads, uploads: 0 };
}

/** One client with large files, which deletes each when its job is over: an hour of them would fill the storage. */
async function uploader({ node, uploadBytes, isOver }: FullLoad, { key }: KeyHolder): Promise<LoadCounts> {
  const caller = { key };
  const file = makeDocument({ bytes: uploadBytes });
  const { contentType, chunks } = formOf({ file, fileName: 'large.pdf', options: { format: ['text'] } });
  let uploads = 0;
  do {
    const body = await upload(`${node}/jobs`, { 'x-api-key': key, 'content-type': contentType }, chunks);
    const { id } = JSON.parse(body) as JobBody;
    await mustEndWell(node, caller, id);
    await mustBe(204, sendRequest(node, `/jobs/${id}`, { method: 'DELETE', caller }));
    uploads += 1;
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
