/**
 * Migrates a database to this version: our SQL files, then the schema of the queue. Safe to run at any time,
 * concurrently.
 */
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import { PgBoss } from 'pg-boss';
import { convertQueue, deadConvertQueue, queueSchema } from './queue.ts';

type MigrationLog = {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
};

export const migrationsDirectory = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Makes pg-boss record heartbeats, which `lost-tasks.ts` reads; it allows no shorter interval. */
const heartbeatSeconds = 10;

const convertOptions = {
  deadLetter: deadConvertQueue,
  heartbeatSeconds,
  retryLimit: 8,
  deleteAfterSeconds: 3_600,
};

async function migrateQueue(databaseUrl: string, log: MigrationLog): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: queueSchema,
    max: 2,
    supervise: false,
    schedule: false,
  });
  boss.on('error', (error) => log.error(error.message));
  await boss.start();
  try {
    await boss.createQueue(deadConvertQueue);
    await boss.createQueue(convertQueue, convertOptions);
    // An existing queue keeps its options until they are updated.
    await boss.updateQueue(convertQueue, convertOptions);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** The names of the migrations that were run; none when the database is up to date. */
export async function migrate(databaseUrl: string, log: MigrationLog): Promise<readonly string[]> {
  const done = await runner({
    databaseUrl,
    dir: migrationsDirectory,
    direction: 'up',
    migrationsTable: 'migrations',
    advisoryLockMode: 'wait',
    logger: log,
  });
  await migrateQueue(databaseUrl, log);
  return done.map((migration) => migration.name);
}
