/** What each run rests on in the service: with this taken out, the run must fail. `npm run faults -- all --unguarded` shows it. */
import type { Guard } from './stack/without-guard.ts';

/** Their guards come with the fixes that make them pass: an entry below replaces the name here. */
export const awaitingGuards: readonly string[] = [
  'lost-commit-answer',
  'forked-timeline',
  'wrong-clock',
  'stuck-lock',
  'long-queue',
  'slow-documents',
  'long-document',
];

export const guards: readonly Guard[] = [
  {
    run: 'kill-worker',
    guard: 'the sweeper takes back what a dead worker held',
    file: 'server/src/postgres/job-repair.ts',
    from: '  if (!held) return null;\n  await boundLockWaits(tx);\n  const fence',
    to: '  if (held || !held) return null;\n  const fence',
  },
  {
    run: 'kill-jvm',
    guard: 'a job whose engine died is tried once more',
    file: 'server/src/actions/convert-job.ts',
    from: 'if (failure.retryable) return handBackClaim',
    to: 'if (false) return handBackClaim',
  },
  {
    run: 'kill-api',
    guard: 'an idempotency key is taken in the transaction that makes the job',
    file: 'server/src/postgres/job-admission.ts',
    from: 'if (!(await takeKey(tx, job))) return repetition(tx, job);',
    to: '',
  },
  {
    run: 'kill-postgres',
    guard: 'what a lost database throws is told as 503',
    file: 'server/src/postgres/faults.ts',
    from: "return isUnavailable(error) ? unavailable('database', error) : error;",
    to: 'return error;',
  },
  {
    run: 'quota-race',
    guard: 'a slot is taken by the statement that sees it free',
    file: 'server/src/postgres/metering.ts',
    from: "    .where('active_jobs', '<', activeMax)\n",
    to: '',
  },
  {
    run: 'delete-races',
    guard: 'files are gone before the 204',
    file: 'server/src/actions/delete-job.ts',
    from: 'await ports.blobs.deletePrefix(jobPrefix(place));',
    to: '',
  },
  {
    run: 'delete-races',
    guard: 'a deletion ends the engine that works on it',
    file: 'server/src/actions/convert-source.ts',
    from: '    signal,\n    onProgress: (progress) => {',
    to: '    signal: new AbortController().signal,\n    onProgress: (progress) => {',
  },
  {
    run: 'revocation',
    guard: 'a revoked key opens nothing',
    file: 'server/src/postgres/api-keys.ts',
    from: "    .where('key.revoked_at', 'is', null)\n",
    to: '',
  },
  {
    run: 'tenant-matrix',
    guard: 'jobs are read by their owner',
    file: 'server/src/postgres/job-rows.ts',
    from: "return jobsWithOutputs(db).where('account_id', '=', accountId);",
    to: 'return jobsWithOutputs(db);',
  },
  {
    run: 'tenant-matrix',
    guard: 'the expiry of a job is changed by its owner alone',
    file: 'server/src/postgres/retention.ts',
    from: "        .where('id', '=', jobId)\n        .where('account_id', '=', accountId)\n",
    to: "        .where('id', '=', jobId)\n",
  },
  {
    run: 'tenant-matrix',
    guard: 'the secret of a webhook is rotated by its owner alone',
    file: 'server/src/postgres/webhooks.ts',
    from: `          secret_sealed: sealedSecret,
          updated_at: now,
        }))
        .where('account_id', '=', accountId)
`,
    to: `          secret_sealed: sealedSecret,
          updated_at: now,
        }))
`,
  },
  {
    run: 'tokens',
    guard: 'a token must be meant for this service',
    file: 'server/src/oidc/sessions.ts',
    from: '      audience: settings.audience,\n',
    to: '',
  },
  {
    run: 'storage-faults',
    guard: 'done is said when every output is stored',
    file: 'server/src/actions/convert-source.ts',
    from: 'await blobs.putFile(objectKey, output, { contentType: mediaType, signal });',
    to: 'await blobs.putFile(objectKey, output, { contentType: mediaType, signal }).catch(() => {});',
  },
  {
    run: 'partition',
    guard: 'a write is for the attempt that is under way',
    file: 'server/src/postgres/job-work.ts',
    from: "    .where('attempt', '=', attempt)\n    .where('claim_id', 'is not distinct from', claimId)\n    .where('status', '=', 'processing')",
    to: '',
  },
  {
    run: 'late-admission',
    guard: 'a job is admitted only while its upload is known',
    file: 'server/src/postgres/job-admission.ts',
    from: 'if (!ended || ended.isGivenUp) {',
    to: 'if (ended?.isGivenUp) {',
  },
  {
    run: 'disk-full',
    guard: 'a job is not blamed for the disk it was converted on',
    file: 'server/src/actions/convert-job.ts',
    from: 'if (failure.retryable) return handBackClaim',
    to: 'if (false) return handBackClaim',
  },
  {
    run: 'outages',
    guard: '204 is said after the storage said that the files are gone',
    file: 'server/src/actions/delete-job.ts',
    from: 'await ports.blobs.deletePrefix(jobPrefix(place));',
    to: 'await ports.blobs.deletePrefix(jobPrefix(place)).catch(() => {});',
  },
  {
    run: 'rolling',
    guard: 'what is under way is answered before the process ends',
    file: 'server/src/start/stop-signals.ts',
    from: '    stop().then(',
    to: '    process.exit(0);\n    stop().then(',
  },
  {
    run: 'migration',
    guard: 'a migration leaves the version before it working',
    file: 'server/migrations/0011-trace.sql',
    from: '\n-- Down Migration',
    to: `\nalter table ledger add column reason text not null default '';
alter table ledger alter column reason drop default;\n\n-- Down Migration`,
  },
  {
    run: 'model',
    guard: 'the end of a job frees its slot',
    file: 'server/src/postgres/metering.ts',
    from: ".set((set) => ({ active_jobs: set('active_jobs', '-', 1) }))",
    to: ".set((set) => ({ active_jobs: set('active_jobs', '-', 0) }))",
  },
  {
    run: 'soak',
    guard: 'an upload is on the disk, not in memory',
    file: 'server/src/actions/receive-upload.ts',
    from: '    yield chunk;\n  }\n  if (seen.bytes === 0)',
    to: '    (globalThis.kept ??= []).push(Buffer.from(chunk));\n    yield chunk;\n  }\n  if (seen.bytes === 0)',
  },
  {
    run: 'restore',
    guard: 'jobs that were in work when the copy was made are taken back',
    file: 'server/src/postgres/job-repair.ts',
    from: '  if (!held) return null;\n  await boundLockWaits(tx);\n  const fence',
    to: '  if (held || !held) return null;\n  const fence',
  },
];
