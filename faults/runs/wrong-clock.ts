/** Workers and API processes with clocks 10 days ahead or behind: nothing is removed early, everything due is removed, and the skew is reported. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { jobOf, type Reply, sendRequest, submit } from '@octavo/testkit/client/send-request.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { accept, observe } from '@octavo/testkit/invariants/journal.ts';
import { createKey } from '@octavo/testkit/load/create-key.ts';
import { type DocumentKind, quickKinds } from '@octavo/testkit/load/document-kinds.ts';
import { missingOutputs } from '@octavo/testkit/load/job-state.ts';
import { metricsEnvironment, readMetrics } from '@octavo/testkit/load/read-metrics.ts';
import { startProcesses, waitForDone } from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import { type Member, type ProcessEnv, repository } from '@octavo/testkit/processes/fleet.ts';
import { freePort } from '@octavo/testkit/processes/free-port.ts';
import type { Context, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';
import {
  accountIdOf,
  expireJob,
  type Item,
  makeAbandonedUpload,
  makeDelivery,
  makeIdempotencyKey,
  remainingItems,
} from './due-rows.ts';

const dayMs = 86_400_000;
const shifts = { ahead: 10 * dayMs, behind: -10 * dayMs };
const retentionDays = 7;
/** Several runs of the cleanup, which runs every 2 s. */
const sizes = { short: { jobs: 2, watchMs: 5_000 }, full: { jobs: 20, watchMs: 60_000 } };
const dueWithinMs = 15_000;
/** A clock that differs by more than this must be reported. */
const skewMaxSeconds = 5;

const document = quickKinds[0] as DocumentKind;
const tagOf = (name: string) => `clock-secretname-${name}.pdf`;

type Setup = {
  readonly environment: TestEnvironment;
  readonly node: string;
  readonly account: Account;
  readonly key: string;
};

const shifted = (shiftMs: number): ProcessEnv => ({
  NODE_OPTIONS: `--import ${join(repository, 'testkit/processes/clock-shift.mjs')}`,
  FAULTS_CLOCK_SHIFT_MS: String(shiftMs),
});

/** With an API key: a process with a wrong clock correctly rejects session tokens as expired or not yet valid. */
async function submitWithKey(
  { environment, account, key }: Setup,
  node: string,
  name: string,
): Promise<Reply> {
  const reply = await submit(
    node,
    { key },
    {
      file: document.file,
      fileName: tagOf(name),
      options: { format: document.formats },
      idempotencyKey: name,
    },
  );
  const { journal } = environment;
  if (reply.status !== 201) journal.refused.set(tagOf(name), reply.status);
  else if (!journal.accepted.has(jobOf(reply).id)) {
    const { formats, name: kind } = document;
    accept(journal, jobOf(reply).id, { tag: tagOf(name), account: account.email, formats, document: kind });
  }
  return reply;
}

async function submitDone(setup: Setup, name: string): Promise<string> {
  const reply = await submitWithKey(setup, setup.node, name);
  if (reply.status !== 201) throw new Error(`${name}: ${reply.status} ${reply.text}`);
  await waitForDone(setup.node, setup.account, jobOf(reply).id);
  return jobOf(reply).id;
}

async function checkKept({ environment, node, account }: Setup, id: string, why: string): Promise<void> {
  const { status } = await sendRequest(node, `/jobs/${id}/download/markdown`, { caller: account });
  const missing = await missingOutputs(environment, id);
  const isKept = status === 200 && missing.length === 0;
  observe(
    environment.journal,
    'I27',
    `${why}: the download of ${id} answers ${status} before its time`,
    isKept,
  );
}

async function checkRepeat(setup: Setup, node: string, name: string, id: string, where: string) {
  const reply = await submitWithKey(setup, node, name);
  const isSame = reply.status === 201 && jobOf(reply).id === id;
  const got = reply.status === 201 ? `another job, ${jobOf(reply).id}` : `${reply.status}`;
  observe(setup.environment.journal, 'I27', `${where}: repeating a submit with its key gave ${got}`, isSame);
}

/** The skew must show in a log warning and in the metric, in seconds. */
async function checkReport({ environment }: Setup, member: Member, metrics: string, shiftMs: number) {
  const text = await readMetrics(metrics);
  const value = /^octavo_clock_skew_seconds(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1];
  const seconds = Math.abs(Number(value ?? Number.NaN));
  const isMeasured =
    shiftMs === 0 ? seconds <= skewMaxSeconds : Math.abs(seconds - Math.abs(shiftMs) / 1000) < 60;
  const { journal } = environment;
  observe(journal, 'I27', `${member.name}: octavo_clock_skew_seconds is ${value ?? 'missing'}`, isMeasured);
  const warnings = member
    .log()
    .split('\n')
    .filter(
      (line) => /"level":(40|50|60|"(warn|error|fatal)")/.test(line) && /"msg":"[^"]*clock/i.test(line),
    );
  const isRight = shiftMs === 0 ? warnings.length === 0 : warnings.length > 0;
  observe(journal, 'I27', `${member.name}: ${warnings.length} warnings about its clock in its log`, isRight);
}

/** Rows that are due must be removed, rows that are not due must stay. */
async function makeRows(setup: Setup, expired: string): Promise<{ due: Item[]; kept: Item[] }> {
  const { environment, account } = setup;
  const id = await accountIdOf(environment, account.email);
  return {
    due: [
      await expireJob(environment, expired),
      await makeIdempotencyKey(environment, id, 30),
      await makeDelivery(environment, id, 31),
      await makeAbandonedUpload(environment, id),
    ],
    kept: [await makeIdempotencyKey(environment, id, 22), await makeDelivery(environment, id, 25)],
  };
}

const eventsIn = async ({ db }: TestEnvironment) =>
  (await db.rows<{ count: number }>('select count(*) from events'))[0]?.count ?? 0;

/**
 * A healthy worker together with one that is ahead and one that is behind; then those two alone. They may keep what
 * becomes due meanwhile: the returned item must be removed by the next healthy worker.
 */
async function skewedWorkers(setup: Setup, healthy: Member, jobs: number, watchMs: number): Promise<Item> {
  const { environment } = setup;
  const { journal, fleet } = environment;
  const names = Array.from({ length: jobs }, (_, index) => `job-${index}`);
  const ids = new Map<string, string>();
  for (const name of names) ids.set(name, await submitDone(setup, name));
  const expired = [await submitDone(setup, 'expired-1'), await submitDone(setup, 'expired-2')] as const;
  const { due, kept } = await makeRows(setup, expired[0]);
  const events = await eventsIn(environment);
  const skewed = await Promise.all(
    Object.values(shifts).map(async (shiftMs) => {
      const port = await freePort();
      const env = { ...shifted(shiftMs), OCTAVO_WORKER_HTTP_PORT: String(port) };
      const member = await fleet.startWorker(env);
      await member.ready();
      return { member, shiftMs, metrics: `http://127.0.0.1:${port}` };
    }),
  );
  const left = await remainingItems(due, dueWithinMs);
  observe(journal, 'I27', `kept too long: ${left.map(({ what }) => what).join(', ')}`, left.length === 0);
  await healthy.stop();
  const alone = await submitDone(setup, 'skewed-alone');
  const late = await expireJob(environment, expired[1]);
  await delay(watchMs);
  for (const [name, id] of ids) {
    await checkKept(setup, id, 'workers with wrong clocks');
    await checkRepeat(setup, setup.node, name, id, 'workers with wrong clocks');
  }
  await checkKept(setup, alone, 'converted by a worker with a wrong clock');
  const present = await Promise.all(kept.map((item) => item.exists()));
  for (const [at, item] of kept.entries()) {
    observe(journal, 'I27', `${item.what} was removed`, present[at] === true);
  }
  const now = await eventsIn(environment);
  observe(journal, 'I27', `${events - now} events of today were removed`, now >= events);
  for (const { member, shiftMs, metrics } of skewed) await checkReport(setup, member, metrics, shiftMs);
  for (const { member } of skewed) await member.stop();
  return late;
}

/** A job accepted by such a process has the normal retention; a 503 is correct as well. */
async function skewedApi(setup: Setup, healthyId: string, name: keyof typeof shifts, watchMs: number) {
  const { environment, node } = setup;
  const api = await environment.fleet.startApi(shifted(shifts[name]));
  await api.ready();
  const reply = await submitWithKey(setup, api.url, `api-${name}`);
  const where = `API with its clock ${name}`;
  observe(
    environment.journal,
    'I27',
    `${where} answered ${reply.status} ${reply.text.slice(0, 120)}`,
    [201, 503].includes(reply.status),
  );
  await checkRepeat(setup, api.url, 'job-0', healthyId, where);
  if (reply.status === 201) {
    const { id } = jobOf(reply);
    await waitUntilQuiet(environment, 60_000);
    await delay(watchMs);
    await checkKept(setup, id, where);
    await checkRepeat(setup, node, `api-${name}`, id, `${where}, then another`);
  }
  await checkReport(setup, api, api.url, shifts[name]);
  await api.stop();
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { jobs, watchMs } = sizes[size];
  const { apis, workers, accounts } = await startProcesses(context, { apis: 1, workers: 1, accounts: 1 });
  const [api] = apis as [Member];
  const [worker] = workers as [Member];
  const [account] = accounts as [Account];
  const { raw: key } = await createKey(environment, api.url, account, 'clock');
  const setup: Setup = { environment, node: api.url, account, key };
  const settings = await sendRequest(api.url, '/account/settings', {
    method: 'PATCH',
    caller: account,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ retention_days: retentionDays }),
  });
  if (settings.status !== 200) throw new Error(`retention: ${settings.status} ${settings.text}`);
  const due = await skewedWorkers(setup, worker, jobs, watchMs);
  const healthy = await environment.fleet.startWorker();
  await healthy.ready();
  const late = await remainingItems([due], dueWithinMs);
  observe(environment.journal, 'I27', 'a healthy worker did not remove an expired job', late.length === 0);
  const before = await submitWithKey(setup, api.url, 'job-0');
  for (const name of ['ahead', 'behind'] as const) {
    await skewedApi(setup, jobOf(before).id, name, watchMs);
  }
  await checkReport(setup, api, api.url, 0);
  return {
    load: `${environment.journal.accepted.size} jobs kept for ${retentionDays} days, 2 workers and 2 API processes 10 days off`,
    misses: [],
  };
}

export const wrongClock: Scenario = {
  name: 'wrong-clock',
  about: 'workers and API processes with clocks 10 days ahead and behind',
  env: () => metricsEnvironment,
  observes: ['I27'],
  corruptions: [corruptions.deletedByOwnClock],
  run,
};
