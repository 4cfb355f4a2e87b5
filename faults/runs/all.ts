/** Every fault scenario, in the order of the report. */
import type { Scenario } from '@octavo/testkit/runner/scenario.ts';
import { deleteRaces } from './delete-races.ts';
import { diskFull } from './disk-full.ts';
import { forkedTimeline } from './forked-timeline.ts';
import { interruptedOutputs } from './interrupted-outputs.ts';
import { interruptedUploads } from './interrupted-uploads.ts';
import { killApi } from './kill-api.ts';
import { killJvm } from './kill-jvm.ts';
import { killPostgresRun } from './kill-postgres.ts';
import { killWorker } from './kill-worker.ts';
import { lateAdmission } from './late-admission.ts';
import { longDocument } from './long-document.ts';
import { longQueue } from './long-queue.ts';
import { longScan } from './long-scan.ts';
import { lostCommitAnswer } from './lost-commit-answer.ts';
import { migration } from './migration.ts';
import { model } from './model.ts';
import { outages } from './outages.ts';
import { partition } from './partition.ts';
import { quotaRace } from './quota-race.ts';
import { restore } from './restore.ts';
import { revocation } from './revocation.ts';
import { rolling } from './rolling.ts';
import { slowDocuments } from './slow-documents.ts';
import { soak } from './soak.ts';
import { storageFaults } from './storage-faults.ts';
import { stuckLock } from './stuck-lock.ts';
import { webhookDelivery } from './webhook-delivery.ts';
import { wrongClock } from './wrong-clock.ts';

export const allRuns: readonly Scenario[] = [
  killWorker,
  killJvm,
  killApi,
  killPostgresRun,
  quotaRace,
  deleteRaces,
  revocation,
  storageFaults,
  partition,
  lostCommitAnswer,
  forkedTimeline,
  wrongClock,
  stuckLock,
  lateAdmission,
  interruptedOutputs,
  interruptedUploads,
  longQueue,
  slowDocuments,
  longDocument,
  longScan,
  webhookDelivery,
  diskFull,
  outages,
  rolling,
  migration,
  restore,
  model,
  soak,
];
