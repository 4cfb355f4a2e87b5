/**
 * Baseline for the worker: fetches and completes tasks of pg-boss directly, with the same number of slots as the worker
 * and one fetch at a time, and does nothing in between.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';

export const bareQueue = 'bare';

export type BossReport = { readonly tasks: number; readonly firstMs: number; readonly lastMs: number };

const pollMs = 50;

export function openBareQueue(connectionString: string, max = 10): PgBoss {
  const boss = new PgBoss({ connectionString, schema: bareQueue, max, supervise: false, schedule: false });
  boss.on('error', (error) => process.stderr.write(`${error.message}\n`));
  return boss;
}

/** Resolves when the queue is empty. */
export async function drain(boss: PgBoss, slots: number): Promise<BossReport> {
  const running = new Set<Promise<void>>();
  let tasks = 0;
  let firstMs = 0;
  for (;;) {
    const asked = Date.now();
    const fetched = await boss.fetch(bareQueue, { batchSize: slots - running.size });
    if (fetched.length > 0 && firstMs === 0) firstMs = asked;
    for (const { id } of fetched) {
      const ending = boss.complete(bareQueue, id).then(() => void running.delete(ending));
      running.add(ending);
      tasks += 1;
    }
    if (running.size >= slots) await Promise.race(running);
    else if (fetched.length === 0 && running.size > 0) await Promise.race(running);
    else if (fetched.length === 0) break;
  }
  return { tasks, firstMs, lastMs: Date.now() };
}

async function main(): Promise<void> {
  const boss = openBareQueue(process.env['OCTAVO_DATABASE_URL'] ?? '');
  await boss.start();
  // All workers begin at the same time, because starting takes longer than the work.
  const beginMs = Number(process.env['BENCH_BEGIN_MS']);
  while (Date.now() < beginMs) await sleep(pollMs);
  const report = await drain(boss, Number(process.env['BENCH_SLOTS']));
  process.stdout.write(JSON.stringify(report));
  await boss.stop({ graceful: false });
}

if (import.meta.main) await main();
