/** The work disk of a worker is full or out of inodes: jobs wait, none fails because of it, and none returns a wrong result. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { quickKinds, richKind } from '@octavo/testkit/load/document-kinds.ts';
import { driveLoad } from '@octavo/testkit/load/drive-load.ts';
import { recordGolden, startProcesses, urlsOf } from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import { mountSmallDisk, type Shortage } from '@octavo/testkit/processes/small-disk.ts';
import type { Context, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';

const sizes = { short: { jobs: 3, fullMs: 2_500 }, full: { jobs: 10, fullMs: 10_000 } };
const shortages: readonly Shortage[] = [
  { name: 'nothing free', freeBytes: 0 },
  { name: '64 KiB free', freeBytes: 65_536 },
  { name: '1 MiB free', freeBytes: 1_048_576 },
  { name: 'no inode free', freeBytes: null },
];

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { jobs, fullMs } = sizes[size];
  const disk = mountSmallDisk(environment.workDir);
  try {
    const { apis, accounts } = await startProcesses(context, { apis: 1, workers: 0, accounts: 2 });
    const worker = await environment.fleet.startWorker({ OCTAVO_WORK_DIR: disk.path });
    await worker.ready();
    const kinds = [...quickKinds, richKind()];
    await recordGolden(context, apis[0]?.url ?? '', accounts[0] as Account, kinds);
    let undisturbed = 0;
    for (const shortage of shortages) {
      const giveBack = disk.fill(shortage);
      await driveLoad(environment, { jobs, accounts, nodes: () => urlsOf(apis), kinds });
      await delay(fullMs);
      const [row] = await environment.db.rows<{ done: number }>(
        `select count(*) as done from jobs where status = 'done'`,
      );
      environment.say(`  ${shortage.name}: ${row?.done} done so far`);
      undisturbed = row?.done ?? 0;
      giveBack();
      await waitUntilQuiet(environment, 60_000);
    }
    const [ends] = await environment.db.rows<{ done: number; failed: number }>(
      `select count(*) filter (where status = 'done') as done, count(*) filter (where status = 'failed') as failed from jobs`,
    );
    return {
      load: `${jobs} jobs × ${shortages.length} shortages`,
      misses: (ends?.failed ?? 0) === 0 ? [] : [`${ends?.failed} jobs failed for lack of disk space`],
      notes: [
        `${ends?.done} done with the correct result, ${ends?.failed} failed; ${undisturbed} done before the last disk had space again`,
      ],
    };
  } finally {
    const workers = environment.fleet.members().filter(({ kind }) => kind === 'worker');
    await Promise.all(workers.map((worker) => worker.kill()));
    disk.unmount();
  }
}

export const diskFull: Scenario = {
  name: 'disk-full',
  about: 'the disk of a worker full, nearly full, or out of inodes (needs root)',
  observes: ['I11'],
  corruptions: [corruptions.wrongOutput],
  run,
};
