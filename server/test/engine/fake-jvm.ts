/** A fake JVM that behaves like a compromised or dying engine process. */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineSettingsChange } from '../../src/engine/settings.ts';
import { openTestEngine, type TestEngine, traversableDir } from './test-engine.ts';

/**
 * `starts` is the number of this start, counted from 1 over all processes of the test. `on` is called with every
 * request; `send` prints one message.
 */
const prelude = `
const fs = require('node:fs');
const path = require('node:path');
const home = path.dirname(__filename);
fs.appendFileSync(path.join(home, 'starts'), 'x');
const starts = fs.statSync(path.join(home, 'starts')).size;
const send = (message) => fs.writeSync(1, JSON.stringify(message) + '\\n');
const accept = (id, more = {}) =>
  send({ event: 'done', id, ok: true, pages: 1, temp_free_bytes: 1e9, temp_wiped: true, ...more });
const begin = (id) => send({ event: 'progress', id, stage: 'read', page: 0, of: 1 });
const slotDir = process.argv.find((arg) => arg.startsWith('-Djava.io.tmpdir=')).split('=')[1].replace(/.temp$/, '');
let on = (request) => accept(request.id);
const ready = () => send({ event: 'ready', java: 'fake' });
let text = '';
process.stdin.on('data', (data) => {
  text += data;
  for (let end = text.indexOf('\\n'); end >= 0; end = text.indexOf('\\n')) {
    const line = text.slice(0, end);
    text = text.slice(end + 1);
    on(JSON.parse(line));
  }
});
process.stdin.on('end', () => process.exit(0));
`;

export type FakeJvmEngine = TestEngine & { readonly sourcePath: string };

/** An engine without a sandbox whose Java command runs `script`. */
export async function openFakeJvmEngine(
  script: string,
  change: EngineSettingsChange = {},
): Promise<FakeJvmEngine> {
  const home = await traversableDir();
  const javaPath = join(home, 'java');
  await mkdir(home, { recursive: true });
  await writeFile(javaPath, `#!${process.execPath}\n${prelude}\n${script}\n`);
  await chmod(javaPath, 0o755);
  const sourcePath = join(home, 'source.pdf');
  await writeFile(sourcePath, '%PDF-1.4');
  const testEngine = await openTestEngine({
    slots: 0,
    preflightSlots: 1,
    sandbox: 'off',
    cgroupDir: '/nonexistent',
    javaPath,
    ...change,
  });
  return { ...testEngine, sourcePath };
}
