/**
 * Converts every PDF below a directory on a running server and verifies each receipt: with the SDK, by the server, with
 * the openssl commands of the guide, and by a second conversion. Then changes single bits, which nothing may accept.
 * Exits 1 if one of these goes wrong.
 */
import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ApiError, type Format, formatsOf, JobFailedError, Octavo } from '@octavo/sdk';
import { listPdfs } from './pdf-files.ts';
import { rerun } from './receipts/rerun.ts';
import { isOfKeys, tamperings } from './receipts/tamper.ts';
import {
  type Evidence,
  opensslVerifier,
  serverVerifier,
  type Verifier,
  verifyWithSdk,
} from './receipts/verifiers.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    key: { type: 'string' },
    formats: { type: 'string', default: 'json,markdown' },
    lanes: { type: 'string', default: '2' },
    tampered: { type: 'string', default: '2' },
    report: { type: 'string' },
    seconds: { type: 'string', default: 'Infinity' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help || !values.url || !values.key || positionals.length === 0) {
  process.stdout.write(`usage: npm run tools -- receipts <dir>… --url http://127.0.0.1:3000 --key oct_… [options]

  --formats LIST   with commas between them; json,markdown by default
  --lanes N        documents at a time, 2 by default
  --tampered N     changed copies of each receipt, its files or the key, 2 by default
  --report FILE    one line of JSON for each document; those that are in it already are not converted again
  --seconds N      begins no other document after this time
`);
  process.exit(values.help ? 0 : 2);
}

/** `outcome` is `converted`, or the code of the refusal or failure. The others are empty if nothing went wrong. */
type Result = {
  readonly file: string;
  readonly outcome: string;
  readonly outputs: number;
  readonly rejectedBy: readonly string[];
  /** Outputs that were different when the document was converted again, in spite of `reproducible`. */
  readonly differs: readonly string[];
  readonly irreproducible: readonly string[];
  readonly tampered: number;
  readonly accepted: readonly string[];
};

const server = { url: values.url, key: values.key };
const client = new Octavo({ baseUrl: server.url, apiKey: server.key });
const formats = values.formats.split(',') as Format[];
const verifiers: Readonly<Record<string, Verifier>> = {
  sdk: verifyWithSdk,
  server: serverVerifier(client),
  openssl: await opensslVerifier(),
};
const conversionTimeoutMs = 900_000;

async function evidenceOf(jobId: string, source: Buffer): Promise<Evidence> {
  const job = await client.jobs.retrieve(jobId);
  const files: Record<string, Buffer> = { source };
  for (const format of formatsOf(job)) {
    const download = await client.jobs.download(jobId, format);
    files[format] = Buffer.from(await download.arrayBuffer());
  }
  return { receipt: await client.jobs.receipt(jobId), keys: await client.receipts.keys(), files };
}

type Subject = { readonly name: string; readonly annotations: { readonly reproducible: boolean } };

function irreproducibleOf({ receipt }: Evidence): string[] {
  const { subject } = JSON.parse(Buffer.from(receipt.payload, 'base64').toString()) as { subject: Subject[] };
  return subject.filter(({ annotations }) => !annotations.reproducible).map(({ name }) => name);
}

const kinds = Object.keys(tamperings);
let tamperedSoFar = 0;

/** What accepted a changed copy, as `kind by verifier`. The kinds take turns. */
async function acceptedCopies(evidence: Evidence, file: string): Promise<string[]> {
  const accepted: string[] = [];
  for (let copy = 0; copy < Number(values.tampered); copy += 1) {
    const kind = kinds[tamperedSoFar++ % kinds.length] ?? '';
    const changed = tamperings[kind]?.(evidence, `${basename(file)} ${copy}`) ?? evidence;
    for (const [name, verify] of Object.entries(verifiers)) {
      if (name === 'server' && isOfKeys(kind)) continue;
      if (await verify(changed)) accepted.push(`${kind} by ${name}`);
    }
  }
  return accepted;
}

const nothing = { outputs: 0, rejectedBy: [], differs: [], irreproducible: [], tampered: 0, accepted: [] };

async function checkOne(file: string): Promise<Result> {
  let evidence: Evidence;
  try {
    const job = await client.jobs.create({ file: resolve(file), options: { format: formats } });
    await client.jobs.wait(job.id, { timeoutMs: conversionTimeoutMs });
    evidence = await evidenceOf(job.id, await readFile(file));
  } catch (error) {
    const failed = error instanceof JobFailedError ? `failed: ${error.job.error_message}` : null;
    const refused = error instanceof ApiError && error.status < 500 ? error.code : null;
    const outcome = failed ?? refused;
    if (outcome === null) throw error;
    return { ...nothing, file, outcome };
  }
  const rejectedBy: string[] = [];
  for (const [name, verify] of Object.entries(verifiers)) {
    if (!(await verify(evidence))) rejectedBy.push(name);
  }
  const irreproducible = irreproducibleOf(evidence);
  return {
    file,
    outcome: 'converted',
    outputs: Object.keys(evidence.files).length - 1,
    rejectedBy,
    differs: (await rerun(server, evidence, resolve(file))).filter((name) => !irreproducible.includes(name)),
    irreproducible,
    tampered: Number(values.tampered),
    accepted: await acceptedCopies(evidence, file),
  };
}

const isWrong = ({ rejectedBy, differs, accepted }: Result) =>
  rejectedBy.length + differs.length + accepted.length > 0;

function printSummary(results: readonly Result[], left: number): void {
  const converted = results.filter(({ outcome }) => outcome === 'converted');
  const count = (test: (result: Result) => boolean) => converted.filter(test).length;
  const sum = (of: (result: Result) => number) => converted.reduce((total, result) => total + of(result), 0);
  console.log(`${results.length} files, ${left} left; ${converted.length} converted to ${values.formats}`);
  for (const name of Object.keys(verifiers)) {
    console.log(
      `verified (${name}): ${count(({ rejectedBy }) => !rejectedBy.includes(name))} of ${converted.length}`,
    );
  }
  const equal = count(({ differs, irreproducible }) => differs.length + irreproducible.length === 0);
  console.log(
    `the same after a rerun: ${equal} of ${converted.length}; ${count(({ irreproducible }) => irreproducible.length > 0)} say that they are not reproducible`,
  );
  const accepted = sum((result) => result.accepted.length);
  console.log(`tampered: ${sum(({ tampered }) => tampered)}, verified all the same: ${accepted}`);
  for (const result of converted.filter(isWrong)) console.log(JSON.stringify(result));
}

const before = values.report && existsSync(values.report) ? await readFile(values.report, 'utf8') : '';
const results = before.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Result]));
const done = new Set(results.map(({ file }) => file));
tamperedSoFar = results.reduce((total, { tampered }) => total + tampered, 0);
const queue = (await listPdfs(positionals)).filter((file) => !done.has(file));
const endsAtMs = performance.now() + Number(values.seconds) * 1_000;
const lane = async () => {
  while (performance.now() < endsAtMs) {
    const file = queue.shift();
    if (file === undefined) return;
    const result = await checkOne(file);
    results.push(result);
    if (values.report) await appendFile(values.report, `${JSON.stringify(result)}\n`);
  }
};
await Promise.all(Array.from({ length: Number(values.lanes) }, lane));
printSummary(results, queue.length);
process.exitCode = results.some(isWrong) ? 1 : 0;
