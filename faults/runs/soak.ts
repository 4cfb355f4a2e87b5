/** Soak test: under mixed load for a longer time memory, open files, sockets and processes do not grow. */
import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { jobOf, sendRequest, submit } from '@octavo/testkit/client/send-request.ts';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { accept, observe } from '@octavo/testkit/invariants/journal.ts';
import { quickKinds, richKind } from '@octavo/testkit/load/document-kinds.ts';
import { driveLoad } from '@octavo/testkit/load/drive-load.ts';
import {
  type Processes,
  recordGolden,
  startProcesses,
  urlsOf,
} from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import { engineProcesses } from '@octavo/testkit/processes/engine-processes.ts';
import type { Member } from '@octavo/testkit/processes/fleet.ts';
import { memoryRise, residentBytes } from '@octavo/testkit/processes/resident-memory.ts';
import { percentile } from '@octavo/testkit/runner/figures.ts';
import type { Context, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';

const sizes = { short: { warmMs: 4_000, ms: 12_000 }, full: { warmMs: 120_000, ms: 480_000 } };
const sampleMs = 1_000;
/** Allowed growth between the medians of the two halves: a leak of one memory page per job would be far above. */
const growthMax = 0.1;
const uploadRiseMax = 96 * 1_048_576;

type Sample = {
  readonly atMs: number;
  readonly apiBytes: number;
  readonly workerBytes: number;
  readonly jvmBytes: number;
  readonly files: number;
  readonly sockets: number;
  readonly engines: number;
};

/** 0 for a process that has ended. */
function memoryOf(pid: number): number {
  try {
    return residentBytes(pid);
  } catch {
    return 0;
  }
}

/** The target of every open file descriptor of a process. */
function descriptors(pid: number): string[] {
  const directory = `/proc/${pid}/fd`;
  return readdirSync(directory).flatMap((name) => {
    try {
      return [readlinkSync(`${directory}/${name}`)];
    } catch {
      return [];
    }
  });
}

function sample(environment: TestEnvironment, { apis, workers }: Processes): Sample {
  const sum = (pids: readonly number[]) => pids.reduce((bytes, pid) => bytes + memoryOf(pid), 0);
  const pidsOf = (members: readonly Member[]) => members.map(({ pid }) => pid);
  const engines = engineProcesses(environment.workDir).filter(({ program }) => program === 'java');
  const open = [...apis, ...workers].flatMap(({ pid }) => descriptors(pid));
  const sockets = open.filter((target) => target.startsWith('socket:')).length;
  return {
    atMs: performance.now(),
    apiBytes: sum(pidsOf(apis)),
    workerBytes: sum(pidsOf(workers)),
    jvmBytes: sum(engines.map(({ pid }) => pid)),
    files: open.length - sockets,
    sockets,
    engines: engines.length,
  };
}

const memoryByKind = {
  API: (one: Sample) => one.apiBytes,
  worker: (one: Sample) => one.workerBytes,
  JVM: (one: Sample) => one.jvmBytes,
};

function growth(samples: readonly Sample[], of: (sample: Sample) => number): number {
  const half = Math.floor(samples.length / 2);
  const median = (part: readonly Sample[]) => percentile(part.map(of), 0.5) ?? 0;
  return median(samples.slice(half)) / median(samples.slice(0, half)) - 1;
}

/** Checked in a full run only: a short one ends while processes still warm up. */
const grown = ({ isFull }: Context, samples: readonly Sample[]) =>
  Object.entries(memoryByKind).flatMap(([name, of]) => {
    const share = growth(samples, of);
    return isFull && share > growthMax
      ? [
          `the memory of the ${name} grew by ${(share * 100).toFixed(1)} % from the first half of the run to the second`,
        ]
      : [];
  });

function describeMemory(samples: readonly Sample[]): string {
  const parts = Object.entries(memoryByKind).map(([name, of]) => {
    const median = Math.round((percentile(samples.map(of), 0.5) ?? 0) / 1_048_576);
    return `${name} ${median} MB, ${(growth(samples, of) * 100).toFixed(1)} % first to second half`;
  });
  return parts.join('; ');
}

async function readAndDelete(
  environment: TestEnvironment,
  { apis, accounts }: Processes,
  isOver: () => boolean,
): Promise<void> {
  const random = environment.random.fork('reading');
  const { journal } = environment;
  while (!isOver()) {
    const node = random.pick(urlsOf(apis));
    const one = random.pick([...journal.accepted.values()]);
    const account = accounts.find(({ email }) => email === one.account) as Account;
    if (!one.tag.startsWith('golden') && random.chance(0.2)) {
      journal.deletionAsked.add(one.id);
      const { status } = await sendRequest(node, `/jobs/${one.id}`, { method: 'DELETE', caller: account });
      if (status === 204) journal.deleted.set(one.id, Date.now());
    } else {
      await sendRequest(node, `/jobs/${one.id}`, { caller: account });
      await sendRequest(node, `/jobs/${one.id}/download/markdown`, { caller: account });
      await sendRequest(node, '/jobs?page_size=20', { caller: account });
    }
    await delay(20);
  }
}

/** Memory that an API process uses for a small and for a large upload. */
async function uploadMemory(environment: TestEnvironment, api: Member, account: Account): Promise<string> {
  const rises: number[] = [];
  for (const megabytes of [5, 100]) {
    const file = makeDocument({ bytes: megabytes * 1_048_576 });
    const tag = `large-secretname-${megabytes}.pdf`;
    const { riseBytes } = await memoryRise(api.pid, async () => {
      const reply = await submit(
        api.url,
        account,
        { file, fileName: tag, options: { format: ['text'] } },
        120_000,
      );
      if (reply.status !== 201) throw new Error(`${reply.status} ${reply.text.slice(0, 200)}`);
      const { id } = jobOf(reply);
      accept(environment.journal, id, {
        tag,
        account: account.email,
        formats: ['text'],
        document: 'large',
      });
    });
    rises.push(riseBytes);
    observe(
      environment.journal,
      'I24',
      `an upload of ${megabytes} MB used ${Math.round(riseBytes / 1_048_576)} MB`,
      riseBytes < uploadRiseMax,
    );
  }
  return rises.map((bytes) => `${Math.round(bytes / 1_048_576)} MB`).join(' and ');
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { warmMs, ms } = sizes[size];
  const processes = await startProcesses(context, { apis: 1, workers: 1, accounts: 3 });
  const kinds = [...quickKinds, richKind()];
  await recordGolden(context, urlsOf(processes.apis)[0] ?? '', processes.accounts[0] as Account, kinds);
  let isOver = false;
  const loading = driveLoad(environment, {
    jobs: Number.POSITIVE_INFINITY,
    accounts: processes.accounts,
    nodes: () => urlsOf(processes.apis),
    kinds,
    clients: 2,
    isOver: () => isOver,
  });
  const reading = readAndDelete(environment, processes, () => isOver);
  await delay(warmMs);
  const before = sample(environment, processes);
  const samples: Sample[] = [];
  for (const end = performance.now() + ms; performance.now() < end; await delay(sampleMs))
    samples.push(sample(environment, processes));
  isOver = true;
  await Promise.all([loading, reading]);
  await waitUntilQuiet(environment, 120_000);
  const rises = await uploadMemory(
    environment,
    processes.apis[0] as Member,
    processes.accounts[0] as Account,
  );
  await waitUntilQuiet(environment, 60_000);
  const after = sample(environment, processes);
  observe(
    environment.journal,
    'I23',
    `${after.engines} engines at the end, ${before.engines} at the beginning`,
    after.engines === before.engines,
  );
  // The number of idle connections to database and storage changes with the load.
  observe(
    environment.journal,
    'I23',
    `${after.files} open files at the end, ${before.files} under load`,
    after.files <= before.files + 5,
  );
  observe(
    environment.journal,
    'I23',
    `${after.sockets} sockets at the end, ${before.sockets} under load`,
    after.sockets <= before.sockets + 20,
  );
  return {
    load: `${environment.journal.accepted.size} jobs in ${Math.round((warmMs + ms) / 1000)} s`,
    misses: grown(context, samples),
    notes: [
      `${context.isFull ? '' : 'still warming up: '}memory over ${Math.round(ms / 1000)} s: ${describeMemory(samples)}. A run of minutes does not prove stability over hours`,
      `open files ${before.files} → ${after.files}, sockets ${before.sockets} → ${after.sockets}, engines ${before.engines} → ${after.engines}`,
      `uploads of 5 and 100 MB raised the memory of the API by ${rises}`,
    ],
  };
}

export const soak: Scenario = {
  name: 'soak',
  about: 'mixed load for a longer time: memory, files, sockets, processes',
  observes: ['I24'],
  corruptions: [corruptions.growingMemory],
  run,
};
