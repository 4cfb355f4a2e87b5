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
import { makeSecret, type Setup, submitJob, title } from './setup.ts';

/** Only ends a run that does not go on; a busy machine must not reach it. */
const endsMs = 180_000;

/** A small document can use up the memory. The time limit is the usual one: on a busy machine, seconds pass quickly. */
export const workerLimits = {
  OCTAVO_ENGINE_HEAP_MB: '128',
  OCTAVO_SHUTDOWN_GRACE_MS: '5500',
  OCTAVO_LOG_LEVEL: 'trace',
};

/** For a worker that gets nothing but a document that is too slow: every other one could be too slow as well. */
const shortTimeout = {
  OCTAVO_JOB_TIMEOUT_BASE_MS: '2000',
  OCTAVO_JOB_TIMEOUT_PER_PAGE_MS: '0',
};

async function until(isTrue: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + endsMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`not within ${endsMs} ms: ${what}`);
    await delay(50);
  }
}

const statusOf = async ({ node, business }: Setup, id: string) =>
  jobOf(await sendRequest(node, `/jobs/${id}`, { caller: business }))?.status;

async function expectFailure(setup: Setup, name: string, file: Buffer): Promise<void> {
  const id = await submitJob(setup, name, 201, { file, options: { format: ['markdown', 'images'] } });
  await until(async () => ['done', 'failed'].includes((await statusOf(setup, id)) ?? ''), `${name} ends`);
  if ((await statusOf(setup, id)) === 'done') setup.unreached.push(`${name}: done instead of failed`);
  const reply = await sendRequest(setup.node, `/jobs/${id}/download/markdown`, { caller: setup.business });
  setup.errors.push({ name: `the download of ${name}`, text: reply.text });
  const job = await sendRequest(setup.node, `/jobs/${id}`, { caller: setup.business });
  setup.errors.push({ name: `the error of ${name}`, text: jobOf(job).error_message ?? '' });
}

/** Submits a document and resolves when its conversion has started. */
async function startConverting(setup: Setup, name: string): Promise<string> {
  const id = await submitJob(setup, name, 201, { file: slowKind(15_000).file });
  await waitUntilEngineHas(setup.node, setup.business, id);
  return id;
}

async function killed(setup: Setup, worker: Member): Promise<void> {
  const id = await startConverting(setup, 'an engine that is killed');
  const engines = engineProcesses(setup.environment.workDir);
  const own = engines.filter(
    ({ program, owner }) => program === 'java' && owner.startsWith(`${worker.pid}-`),
  );
  for (const { pid } of own) process.kill(pid, 'SIGKILL');
  await until(() => worker.log().includes('"class":"crash"'), 'the death is noticed');
  await deleteJob(setup, id);
}

async function deleteJob({ environment, node, business }: Setup, id: string): Promise<void> {
  environment.journal.deletionAsked.add(id);
  const { status } = await sendRequest(node, `/jobs/${id}`, { method: 'DELETE', caller: business });
  if (status === 204) environment.journal.deleted.set(id, Date.now());
}

/** Deletes the source file from storage while the job is pending, so that every attempt fails. */
export async function sourceLost(setup: Setup): Promise<string> {
  const { environment } = setup;
  const id = await submitJob(setup, 'a source that is lost', 201, { file: makeDocument({ title }) });
  const [object] = (await environment.bucket.versions()).filter(({ key }) => key.includes(id));
  if (object) await environment.bucket.removeVersion(object.key, object.versionId);
  environment.journal.sourceRemoved.add(id);
  return id;
}

export async function driveEngine(setup: Setup, worker: Member): Promise<void> {
  const password = makeSecret(setup, 'the password of a converted document', 'opened-');
  const locked = await submitJob(setup, 'a document that opens', 201, {
    file: makeDocument({ title, password }),
    options: { password },
  });
  await until(async () => (await statusOf(setup, locked)) === 'done', 'the locked document is done');
  await expectFailure(setup, 'a broken document', makeBrokenDocument());
  await expectFailure(setup, 'a picture too large', hostileDocuments['huge-image']?.() ?? Buffer.alloc(0));
  await killed(setup, worker);
  const deleted = await startConverting(setup, 'a job that is deleted');
  await deleteJob(setup, deleted);
  const stopped = await startConverting(setup, 'a worker that is stopped');
  await worker.stop();
  await deleteJob(setup, stopped);
}

/** After the other worker has stopped, so that no other job meets this time limit. */
export async function driveTimeout(setup: Setup): Promise<Member> {
  const worker = await setup.environment.fleet.startWorker({ ...workerLimits, ...shortTimeout });
  await worker.ready();
  await expectFailure(setup, 'a document too slow', slowKind(15_000).file);
  await worker.kill();
  return worker;
}

/** Needs root, as the small disk does. */
export async function driveFullDisk(setup: Setup): Promise<Member> {
  const { environment } = setup;
  const disk = mountSmallDisk(environment.workDir);
  try {
    const worker = await environment.fleet.startWorker({ ...workerLimits, OCTAVO_WORK_DIR: disk.path });
    await worker.ready();
    const freeSpace = disk.fill({ name: 'nothing free', freeBytes: 0 });
    const id = await submitJob(setup, 'a full disk', 201, { file: makeDocument({ title }) });
    await until(() => /"class":"disk"|ENOSPC/.test(worker.log()), 'the full disk is noticed');
    freeSpace();
    await until(async () => (await statusOf(setup, id)) === 'done', 'the job finishes once there is space');
    await worker.kill();
    return worker;
  } finally {
    disk.unmount();
  }
}

export const wantedClasses = ['invalid', 'out_of_memory', 'timeout', 'crash', 'cancelled', 'environment'];

export const classesIn = (logs: string) =>
  new Set([...logs.matchAll(/"class":"([a-z_]+)"/g)].map((match) => match[1] ?? ''));
