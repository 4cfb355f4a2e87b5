/** Injects storage errors, latency, truncated bodies and an outage: nothing is lost, and no job is done without its files. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { quickKinds } from '@octavo/testkit/load/document-kinds.ts';
import { driveLoad } from '@octavo/testkit/load/drive-load.ts';
import { type Processes, recordGolden, urlsOf } from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import {
  openStorageProxy,
  type StorageFaults,
  type StorageProxy,
} from '@octavo/testkit/proxies/storage-proxy.ts';
import type { Context, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';
import { failedJobs, responseCounts } from './figures.ts';

const sizes = {
  short: { jobs: 12, latencyMs: 1_000, downMs: 4_000 },
  full: { jobs: 100, latencyMs: 10_000, downMs: 60_000 },
};

type Phase = { readonly name: string; readonly faults: Partial<StorageFaults>; readonly downMs: number };

async function underFault(
  context: Context,
  processes: Processes,
  proxy: StorageProxy,
  phase: Phase,
  jobs: number,
) {
  const { environment } = context;
  await proxy.misbehave(phase.faults);
  const began = performance.now();
  const loading = driveLoad(environment, {
    jobs,
    accounts: processes.accounts,
    nodes: () => urlsOf(processes.apis),
    // Slow responses lower the throughput of each client: more clients keep the load up.
    clients: 12,
  });
  if (phase.downMs > 0) {
    await delay(phase.downMs);
    await proxy.misbehave({});
  }
  await loading;
  // Workers run under the fault as well.
  await Promise.race([waitUntilQuiet(environment, 30_000), delay(15_000)]);
  await proxy.misbehave({});
  environment.say(`  ${phase.name}: ${jobs} jobs in ${Math.round((performance.now() - began) / 1000)} s`);
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { jobs, latencyMs, downMs } = sizes[size];
  const proxy = await openStorageProxy(
    environment.env['OCTAVO_S3_ENDPOINT'] ?? '',
    environment.random.fork('storage'),
  );
  try {
    const env = { OCTAVO_S3_ENDPOINT: proxy.url };
    const apis = [await environment.fleet.startApi(env), await environment.fleet.startApi(env)];
    const workers = [await environment.fleet.startWorker(env), await environment.fleet.startWorker(env)];
    await Promise.all([...apis, ...workers].map((member) => member.ready()));
    const accounts = await environment.openAccounts(apis[0] as (typeof apis)[0], 4, 'business');
    const processes: Processes = { apis, workers, accounts };
    await recordGolden(context, apis[0]?.url ?? '', accounts[0] as Account, quickKinds);
    const phases: Phase[] = [
      { name: '30 % errors', faults: { errors: 0.3 }, downMs: 0 },
      { name: `${latencyMs} ms of latency`, faults: { latencyMs }, downMs: 0 },
      { name: '30 % truncated bodies', faults: { cuts: 0.3 }, downMs: 0 },
      { name: `${downMs} ms down`, faults: { isDown: true }, downMs },
    ];
    for (const phase of phases) await underFault(context, processes, proxy, phase, jobs);
    await waitUntilQuiet(environment, 180_000);
    const failed = await failedJobs(environment);
    return {
      load: `${jobs * phases.length} jobs in ${phases.length} kinds of faults`,
      misses: failed.map((job) => `${job.id} failed: ${job.error_message}`),
      notes: [
        `the storage answered ${proxy.counts.passed} requests, ${proxy.counts.errors} with 500, cut ${proxy.counts.cuts}`,
        responseCounts(environment.journal),
      ],
    };
  } finally {
    await proxy.close();
  }
}

export const storageFaults: Scenario = {
  name: 'storage-faults',
  about: 'errors, latency, truncated bodies and an outage of the storage',
  observes: ['I1', 'I11'],
  corruptions: [corruptions.lostOutput],
  run,
};
