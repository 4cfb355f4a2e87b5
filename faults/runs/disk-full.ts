/** The disk a worker converts on is full, or out of inodes: jobs wait or fail, and none is done with a wrong result. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { plants } from '../checker/plants.ts';
import type { Context, FaultRun, Outcome } from '../fault-run.ts';
import { learnGolden, standUp, urlsOf } from '../load/crew.ts';
import { quickKinds, richKind } from '../load/documents.ts';
import { waitUntilQuiet } from '../load/quiet.ts';
import { driveLoad } from '../load/submitters.ts';
import type { Account } from '../stack/ground.ts';

const sizes = { short: { jobs: 3, fullMs: 2_500 }, full: { jobs: 10, fullMs: 10_000 } };
const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];

function command(...words: readonly string[]): void {
  const [program = '', ...args] = [...asRoot, ...words];
  execFileSync(program, args, { stdio: 'pipe' });
}

type Shortage = { readonly name: string; readonly freeBytes: number | null };

const shortages: readonly Shortage[] = [
  { name: 'nothing free', freeBytes: 0 },
  { name: '64 KiB free', freeBytes: 65_536 },
  { name: '1 MiB free', freeBytes: 1_048_576 },
  { name: 'no inode free', freeBytes: null },
];

/** Takes all but so much of the disk away; the result gives it back. */
function fill(disk: string, { freeBytes }: Shortage): () => void {
  const ballast = join(disk, 'ballast');
  mkdirSync(ballast);
  if (freeBytes === null) {
    for (let count = statfsSync(disk).ffree; count > 0; count -= 1)
      writeFileSync(join(ballast, String(count)), '');
  } else {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(ballast, 'bytes'), Buffer.alloc(Math.max(0, bavail * bsize - freeBytes)));
  }
  return () => rmSync(ballast, { recursive: true, force: true });
}

async function run(context: Context): Promise<Outcome> {
  const { ground, size } = context;
  const { jobs, fullMs } = sizes[size];
  const disk = join(ground.workDir, 'small-disk');
  mkdirSync(disk);
  command('mount', '-t', 'tmpfs', '-o', 'size=64m,nr_inodes=400,mode=0711', 'tmpfs', disk);
  try {
    const { apis, accounts } = await standUp(context, { apis: 1, workers: 0, accounts: 2 });
    const worker = await ground.fleet.startWorker({ OCTAVO_WORK_DIR: disk });
    await worker.ready();
    const kinds = [...quickKinds, richKind()];
    await learnGolden(context, apis[0]?.url ?? '', accounts[0] as Account, kinds);
    let undisturbed = 0;
    for (const shortage of shortages) {
      const giveBack = fill(disk, shortage);
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
      misses: [],
      notes: [
        `through the service: ${ends?.done} done with the right result, ${ends?.failed} failed, ${undisturbed} of them before the last disk was free again`,
      ],
    };
  } finally {
    const workers = ground.fleet.members().filter(({ kind }) => kind === 'worker');
    await Promise.all(workers.map((worker) => worker.kill()));
    command('umount', '-l', disk);
  }
}

export const diskFull: FaultRun = {
  name: 'disk-full',
  about: 'the disk of a worker full, nearly full, or out of inodes (needs root)',
  sabotage: [plants.wrongOutput],
  run,
};
