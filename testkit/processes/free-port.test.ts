/** A port that was handed out belongs to one run, also before anything listens on it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort, reservePort } from './free-port.ts';

it('is not handed out again, in this process or in another', async () => {
  const port = await freePort();
  expect(await reservePort(port)).toBe(false);
  const module = join(import.meta.dirname, 'free-port.ts');
  const program = `import { reservePort } from '${module}'; console.log(await reservePort(${port}))`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  expect(stdout.trim()).toBe('false');
});
