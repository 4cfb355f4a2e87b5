/** Every command of the guides runs as it is written: those of one guide in order, in one shell. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { makeDocument, makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { context } from '@octavo/testkit/service-under-test/context.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleDocument, snippetsOf } from '../docs/snippets.ts';
import { CliSandbox } from './cli-sandbox.ts';

const execute = promisify(execFile);
/** A line between the outputs of two blocks, which no command prints by itself. */
const seam = '--- next block ---';

let sandbox: CliSandbox;
beforeAll(async () => {
  sandbox = await CliSandbox.open();
});
afterAll(() => sandbox.close());

/** What the guides take for granted. */
function furnish(): void {
  sandbox.write('report.pdf', makeRichDocument());
  sandbox.write('sample.pdf', sampleDocument());
  sandbox.write('secret.pdf', makeDocument({ password: 'sesame' }));
  sandbox.write('password.txt', 'sesame\n');
  sandbox.write('key.txt', `${sandbox.key.raw_key}\n`);
  sandbox.writeMany('invoices', 3);
}

async function outputsOf(guide: string, blocks: readonly string[]): Promise<readonly string[]> {
  furnish();
  const { PATH, LANG, OCTAVO_CONFIG_DIR } = sandbox.env;
  // The quick start has both in the environment; the guide of the command line signs in.
  const account = { ['OCTAVO_BASE_URL']: context.baseUrl, ['OCTAVO_API_KEY']: sandbox.key.raw_key };
  const script = `set -euo pipefail\n${blocks.join(`\necho '${seam}'\n`)}`;
  const { stdout } = await execute('bash', ['-c', script], {
    cwd: sandbox.cwd,
    timeout: 170_000,
    env: {
      PATH,
      LANG,
      OCTAVO_CONFIG_DIR,
      ['OCTAVO_URL']: context.baseUrl,
      ...(guide.endsWith('quickstart.md') ? account : {}),
    },
  });
  return stdout.split(`${seam}\n`);
}

describe.each(['docs/guides/quickstart.md', 'docs/guides/cli.md'])('the commands of %s', (guide) => {
  const snippets = snippetsOf(guide).filter(({ language }) => language === 'bash');

  it('run, and print what is said below them', async () => {
    expect(snippets.length).toBeGreaterThanOrEqual(2);
    const outputs = await outputsOf(
      guide,
      snippets.map(({ code }) => code),
    );
    expect(outputs).toHaveLength(snippets.length);
    for (const [index, { output, place }] of snippets.entries()) {
      if (output !== null) expect(outputs[index], place).toBe(output);
    }
  });
});
