/** The disk a worker converts on is full, or out of inodes: jobs wait, none fails for it, and none is done with a wrong result. */
import { setTimeout as delay } from 'node:timers/promises';
import { plants } from '@octavo/testkit/invariants/corruptions.ts';
import type { Context, FaultRun, Outcome } from '@octavo/testkit/runner/scenario.ts';
import { learnGolden, standUp, urlsOf } from '@octavo/testkit/load/start-processes.ts';
import { quickKinds, richKind } from '@octavo/testkit/load/document-kinds.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import { driveLoad } from '@octavo/testkit/load/drive-load.ts';
import type { Account } from '@octavo/testkit/environment/test-environment.ts';
import { mountSmallDisk, type Shortage } from '@octavo/testkit/processes/small-disk.ts';

const sizes = { short: { jobs: 3, fullMs: 2_500 }, full: { jobs: 10, fullMs: 10_000 } };
const shortages: readonly Shortage[] = [
  { name: 'nothing free', freeBytes: 0 },
  { name: '64 KiB free', freeBytes: 65_536 },
  { name: '1 MiB free', freeBytes: 1_048_576 },
  { name: 'no inode free', freeBytes: null },
];

async function run(context: Context): Promise<Outcome> {
  const { ground, size } = context;
  const { jobs, fullMs } = sizes[size];
  const disk = mountSmallDisk(ground.workDir);
  try {
    const { apis, accounts } = await standUp(context, { apis: 1, workers: 0, accounts: 2 });
    const worker = await ground.fleet.startWorker({ OCTAVO_WORK_DIR: disk.path });
    await worker.ready();
    const kinds = [...quickKinds, richKind()];
    await learnGolden(context, apis[0]?.url ?? '', accounts[0] as Account, kinds);
    let undisturbed = 0;
    for (const shortage of shortages) {
      const giveBack = disk.fill(shortage);
      await driveLoad(ground, { jobs, accounts, nodes: () => urlsOf(apis), kinds });
      await delay(fullMs);
      const [row] = await ground.db.rows<{ done: number }>(
        `select count(*) as done from jobs where status = 'done'`,
      );
      ground.say(`  ${shortage.name}: ${row?.done} done so far`);
      undisturbed = row?.done ?? 0;
      giveBack();
      await waitUntilQuiet(ground, 60_000);
    }
    const [ends] = await ground.db.rows<{ done: number; failed: number }>(
      `select count(*) filter (where status = 'done') as done, count(*) filter (where status = 'failed') as failed from jobs`,
    );
    return {
      load: `${jobs} jobs × ${shortages.length} shortages`,
      misses: (ends?.failed ?? 0) === 0 ? [] : [`${ends?.failed} jobs failed for want of room`],
      notes: [
        `through the service: ${ends?.done} done with the right result, ${ends?.failed} failed, ${undisturbed} of them before the last disk was free again`,
      ],
    };
  } finally {
    const workers = ground.fleet.members().filter(({ kind }) => kind === 'worker');
    await Promise.all(workers.map((worker) => worker.kill()));
    disk.unmount();
  }
}

export const diskFull: FaultRun = {
  name: 'disk-full',
  about: 'the disk of a worker full, nearly full, or out of inodes (needs root)',
  sabotage: [plants.wrongOutput],
  run,
};
