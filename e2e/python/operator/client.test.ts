/** The Python client where the suite runs its own stack: webhooks, and the memory of a large upload. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeLargeDocument } from '@octavo/testkit/documents/large-file.ts';
import { printFigures } from '@octavo/testkit/runner/figures.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cast, castFor } from '../../sdk/facts.ts';
import { installPython, type PythonInstallation, source } from '../python-package.ts';
import { environmentFor, runPytest } from '../run-pytest.ts';

const megabyte = 1_048_576;
const fileBytes = 300 * megabyte;

let installation: PythonInstallation;
let cast: Cast;

beforeAll(async () => {
  installation = await installPython();
  cast = await castFor();
});

afterAll(async () => {
  await cast?.dismiss();
  await installation?.remove();
});

it('verifies webhooks, converts what the service fetches, and uploads directly', async () => {
  const report = await runPytest(installation, cast.facts, ['tests/operator']);
  expect(report.failures).toBe('');
  expect(report.tests).toBe(5);
}, 300_000);

it.each(['form', 'direct'])(
  '300 MB raise the memory of Python by less than 50 MB (%s)',
  async (way) => {
    const path = join(installation.directory, 'large.pdf');
    await writeLargeDocument(path, fileBytes);
    const script = join(source, 'tests/operator/upload_memory.py');
    const { stdout } = await promisify(execFile)(installation.python, [script, path, way], {
      timeout: 290_000,
      env: environmentFor(installation, cast.facts),
    });
    const { riseBytes, bytesSent, calls } = JSON.parse(stdout) as Record<string, number>;
    printFigures(`300 MB upload, Python, ${way}`, { 'rise (MB)': Math.round(Number(riseBytes) / megabyte) });
    expect(bytesSent).toBe(fileBytes);
    expect(calls).toBeGreaterThan(100);
    expect(riseBytes).toBeLessThan(50 * megabyte);
  },
  300_000,
);
