/** `octavo jobs outputs` without a network. */
import { expect, it } from 'vitest';
import { run } from '../run.ts';
import { fakeEnvironment } from '../testing/fake-environment.ts';

const job = {
  id: 'j',
  status: 'done',
  options: { format: ['markdown'] },
  download_urls: { markdown: 'https://s3.test/m', html: 'https://s3.test/h' },
};

function environmentWith(answer: () => Response) {
  const bodies: unknown[] = [];
  const environment = fakeEnvironment({
    env: { OCTAVO_API_KEY: `oct_${'0'.repeat(40)}`, OCTAVO_BASE_URL: 'http://octavo.test' },
    fetch: async (_, { body }) => {
      bodies.push(JSON.parse(await new Response(body ?? null).text()));
      return answer();
    },
  });
  return { environment, bodies };
}

it('prints the formats that the job has', async () => {
  const { environment, bodies } = environmentWith(() => Response.json(job));
  expect(await run(['jobs', 'outputs', 'j', '--format', 'html,txt'], environment)).toBe(0);
  expect(environment.stdoutText()).toBe('j  markdown, html\n');
  expect(bodies).toEqual([{ format: ['html', 'text'] }]);
});

it('prints the job with --json', async () => {
  const { environment } = environmentWith(() => Response.json(job));
  expect(await run(['jobs', 'outputs', 'j', '-f', 'html', '--json'], environment)).toBe(0);
  expect(JSON.parse(environment.stdoutText())).toEqual(job);
});

it.each([
  ['another format', ['--format', 'images'], 'Choose from: markdown, json, html, text.'],
  ['no format', [], '--format'],
])('refuses %s as a usage error', async (_, args, message) => {
  const { environment } = environmentWith(() => Response.json(job));
  expect(await run(['jobs', 'outputs', 'j', ...args], environment)).toBe(2);
  expect(environment.stderrText()).toContain(message);
});
