/** Every class of failed conversion, with secret words, names and passwords in the documents. */
import { setTimeout as delay } from 'node:timers/promises';
import { jobOf, sendRequest } from '@octavo/testkit/client/send-request.ts';
import { makeBrokenDocument, makeDocument } from '@octavo/testkit/documents/documents.ts';
import { slowKind } from '@octavo/testkit/load/document-kinds.ts';
import { waitUntilEngineHas } from '@octavo/testkit/load/start-processes.ts';
import { engineProcesses } from '@octavo/testkit/processes/engine-processes.ts';
import type { Member } from '@octavo/testkit/processes/fleet.ts';
import { mountSmallDisk } from '@octavo/testkit/processes/small-disk.ts';
import { hostileDocuments } from '../../server/test/fixtures/hostile.ts';
import { type Stage, secretWord, submits, title } from './stage.ts';

const endsMs = 60_000;

/** Limits that a small document can reach. */
export const tightLimits = {
  OCTAVO_JOB_TIMEOUT_BASE_MS: '4000',
  OCTAVO_JOB_TIMEOUT_PER_PAGE_MS: '0',
  OCTAVO_ENGINE_HEAP_MB: '128',
  OCTAVO_SHUTDOWN_GRACE_MS: '5500',
  OCTAVO_LOG_LEVEL: 'trace',
};

async function until(isTrue: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + endsMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`not within ${endsMs} ms: ${what}`);
    await delay(50);
  }
}

const statusOf = async ({ node, business }: Stage, id: string) =>
  jobOf(await sendRequest(node, `/jobs/${id}`, { caller: business }))?.status;

async function failsOf(stage: Stage, name: string, file: Buffer): Promise<void> {
  const id = await submits(stage, name, 201, { file, options: { format: ['markdown', 'images'] } });
  await until(async () => ['done', 'failed'].includes((await statusOf(stage, id)) ?? ''), `${name} ends`);
  if ((await statusOf(stage, id)) === 'done') stage.astray.push(`${name}: done in place of failed`);
  const reply = await sendRequest(stage.node, `/jobs/${id}/download/markdown`, { caller: stage.business });
  stage.errors.push({ name: `the download of ${name}`, text: reply.text });
  const job = await sendRequest(stage.node, `/jobs/${id}`, { caller: stage.business });
  stage.errors.push({ name: `the error of ${name}`, text: jobOf(job).error_message ?? '' });
}

/** Submitted and in work; what happens then is the caller's. */
async function inWork(stage: Stage, name: string): Promise<string> {
  const id = await submits(stage, name, 201, { file: slowKind(15_000).file });
  await waitUntilEngineHas(stage.node, stage.business, id);
  return id;
}

async function killed(stage: Stage, worker: Member): Promise<void> {
  const id = await inWork(stage, 'an engine that is killed');
  const engines = engineProcesses(stage.environment.workDir);
  const own = engines.filter(
    ({ program, owner }) => program === 'java' && owner.startsWith(`${worker.pid}-`),
  );
  for (const { pid } of own) process.kill(pid, 'SIGKILL');
  await until(() => worker.log().includes('"class":"crash"'), 'the death is noticed');
  await removes(stage, id);
}

async function removes({ environment, node, business }: Stage, id: string): Promise<void> {
  environment.journal.deletionAsked.add(id);
  const { status } = await sendRequest(node, `/jobs/${id}`, { method: 'DELETE', caller: business });
  if (status === 204) environment.journal.deleted.set(id, Date.now());
}

/** Its file vanishes from storage while it waits: no attempt can find it. */
export async function sourceLost(stage: Stage): Promise<string> {
  const { environment } = stage;
  const id = await submits(stage, 'a source that is lost', 201, { file: makeDocument({ title }) });
  const [object] = (await environment.bucket.versions()).filter(({ key }) => key.includes(id));
  if (object) await environment.bucket.removeVersion(object.key, object.versionId);
  // It will not be there for the checker either.
  environment.journal.deletionAsked.add(id);
  return id;
}

export async function driveEngine(stage: Stage, worker: Member): Promise<void> {
  const password = secretWord(stage, 'the password of a converted document', 'opened-');
  const locked = await submits(stage, 'a document that opens', 201, {
    file: makeDocument({ title, password }),
    options: { password },
  });
  await until(async () => (await statusOf(stage, locked)) === 'done', 'the locked document is done');
  await failsOf(stage, 'a broken document', makeBrokenDocument());
  await failsOf(stage, 'a picture too large', hostileDocuments['huge-image']?.() ?? Buffer.alloc(0));
  await failsOf(stage, 'a document too slow', slowKind(15_000).file);
  await killed(stage, worker);
  const deleted = await inWork(stage, 'a job that is deleted');
  await removes(stage, deleted);
  const stopped = await inWork(stage, 'a worker that is stopped');
  await worker.stop();
  await removes(stage, stopped);
}

/** Needs root, as the small disk does. */
export async function driveFullDisk(stage: Stage): Promise<Member> {
  const { environment } = stage;
  const disk = mountSmallDisk(environment.workDir);
  try {
    const worker = await environment.fleet.startWorker({ ...tightLimits, OCTAVO_WORK_DIR: disk.path });
    await worker.ready();
    const giveBack = disk.fill({ name: 'nothing free', freeBytes: 0 });
    const id = await submits(stage, 'a full disk', 201, { file: makeDocument({ title }) });
    await until(() => /"class":"disk"|ENOSPC/.test(worker.log()), 'the full disk is noticed');
    giveBack();
    await until(async () => (await statusOf(stage, id)) === 'done', 'the job ends when there is room');
    await worker.kill();
    return worker;
  } finally {
    disk.unmount();
  }
}

export const wantedClasses = ['invalid', 'out_of_memory', 'timeout', 'crash', 'cancelled', 'environment'];

export const classesIn = (logs: string) =>
  new Set([...logs.matchAll(/"class":"([a-z_]+)"/g)].map((match) => match[1] ?? ''));
