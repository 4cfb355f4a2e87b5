/** The thread that writes the files of a long document. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const child = new URL('../../src/writer/child/threaded-outputs.ts', import.meta.url);
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'octavo-writer-thread-'));
});

afterEach(() => rm(directory, { recursive: true }));

/** A process with this heap writes a page with so many lines in a thread. */
async function writeLines(count: number, heapMib: number): Promise<{ ok: boolean; stderr: string }> {
  await rm(join(directory, 'out.json'), { force: true });
  const script = join(directory, 'write.mjs');
  await writeFile(
    script,
    `import { ThreadedOutputs } from ${JSON.stringify(child.href)};
     const size = { width: 1, height: 1, rotation: 0 };
     const head = { schema: 's', page_count: 1, pages: [{ page: 1, ...size }], outline: [] };
     const request = { formats: ['json'], directory: ${JSON.stringify(directory)}, options: {}, outputBytesMax: 1e9 };
     const outputs = new ThreadedOutputs(head, { ...request, hasReading: false });
     const line = '{"page":1,"box":[1,1,2,2],"start":0,"end":1}';
     const block = '{"type":"paragraph","page":1,"box":[1,1,2,2],"content":"a","spans":[],"kids":[],"lines":[';
     const lines = (line + ',').repeat(${count}) + line;
     await outputs.add('{"record":"part","part":{"page":1,"kids":[' + block + lines + ']}]}}');
     console.log((await outputs.finish()).outputs[0].format);
     await outputs.close();`,
  );
  return new Promise((resolve) => {
    execFile(process.execPath, [`--max-old-space-size=${heapMib}`, script], (error, stdout, stderr) =>
      resolve({ ok: error === null && stdout.trim() === 'json', stderr }),
    );
  });
}

it('ends the process as an exhausted heap does if its own is exhausted', async () => {
  expect(await writeLines(100, 200)).toMatchObject({ ok: true });
  const exhausted = await writeLines(700_000, 200);
  expect(exhausted.ok).toBe(false);
  expect(exhausted.stderr).toMatch(/heap out of memory/);
});
