/** `octavo verify --rerun`, without a process for each document. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { processEnvironment } from '../../cli/src/cli-environment.ts';
import { run } from '../../cli/src/run.ts';
import type { Evidence } from './verifiers.ts';

export type Server = { readonly url: string; readonly key: string };

/** Names of the outputs that differ when `file` is converted again. */
export async function rerun(
  { url, key }: Server,
  { receipt, keys }: Evidence,
  file: string,
): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'octavo-rerun-'));
  const [receiptFile, keysFile] = [join(directory, 'receipt.json'), join(directory, 'keys.json')];
  await writeFile(receiptFile, JSON.stringify(receipt));
  await writeFile(keysFile, JSON.stringify(keys));
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const environment = {
    ...processEnvironment(),
    env: { ...process.env, OCTAVO_BASE_URL: url, OCTAVO_API_KEY: key, OCTAVO_CONFIG_DIR: directory },
    stdout,
    stderr,
  };
  const args = ['verify', '--receipt', receiptFile, '--keys', keysFile, '--rerun', '--json', file];
  await run(args, environment);
  for (const stream of [stdout, stderr]) stream.end();
  const [printed, problem] = [await text(stdout), await text(stderr)];
  await rm(directory, { recursive: true });
  // The second conversion failed, on a busy machine perhaps by its time limit: nothing is the same.
  if (printed === '') return [`no second result: ${problem}`];
  const { rerun: runs } = JSON.parse(printed) as { rerun: { name: string; is_equal: boolean }[] };
  return runs.filter(({ is_equal }) => !is_equal).map(({ name }) => name);
}
