/** `octavo convert` with a URL, without a network. */
import { describe, expect, it } from 'vitest';
import { run } from '../run.ts';
import { fakeEnvironment } from '../testing/fake-environment.ts';

const url = 'https://files.example.com/in/J%C3%A4nner.pdf?token=secret';
const job = { id: 'j1', status: 'done', page_count: 1, options: { format: ['markdown'] }, warnings: [] };

type Submitted = { readonly body: string; readonly key: string | null };

/** A server that answers the submits with these responses, the last one again and again. */
function environmentWith(...submits: readonly (() => Response)[]) {
  const submitted: Submitted[] = [];
  const hosts = new Set<string>();
  const answerSubmit = () => submits[Math.min(submitted.length, submits.length) - 1]?.() ?? Response.error();
  const environment = fakeEnvironment({
    env: { OCTAVO_API_KEY: `oct_${'0'.repeat(40)}`, OCTAVO_BASE_URL: 'http://octavo.test' },
    fetch: async (target, init) => {
      const { host, pathname } = new URL(target);
      hosts.add(host);
      if (pathname.endsWith('/download/markdown')) return new Response('# January');
      if (init.method !== 'POST') return Response.json(job);
      const key = new Headers(init.headers).get('idempotency-key');
      submitted.push({ body: await new Response(init.body ?? null).text(), key });
      return answerSubmit();
    },
  });
  return { environment, submitted, hosts };
}

const accepted = () => Response.json({ ...job, status: 'pending' }, { status: 201 });
const refused = (status: number, code: string) => () =>
  Response.json({ detail: 'No.', code, request_id: 'r' }, { status });

describe('octavo convert <url>', () => {
  it('lets the server fetch the file, and prints the result', async () => {
    const { environment, submitted, hosts } = environmentWith(accepted);
    expect(await run(['convert', url], environment)).toBe(0);
    expect(environment.stdoutText()).toBe('# January');
    expect(submitted[0]?.body).toContain(`name="source_url"\r\n\r\n${url}\r\n`);
    expect(hosts).toEqual(new Set(['octavo.test']));
  });

  it('does not show the query, which may contain a token', async () => {
    const { environment } = environmentWith(accepted);
    expect(await run(['convert', url, '--json'], environment)).toBe(0);
    expect(JSON.parse(environment.stdoutText())).toMatchObject({
      file: 'https://files.example.com/in/J%C3%A4nner.pdf',
      job_id: 'j1',
    });
    expect(environment.stdoutText() + environment.stderrText()).not.toContain('secret');
  });

  it('has the same idempotency key again, another for other options and with --force', async () => {
    const { environment, submitted } = environmentWith(accepted);
    for (const more of [[], [], ['--pages', '1'], ['--force']])
      await run(['convert', url, ...more], environment);
    const [first, again, otherPages, forced] = submitted.map(({ key }) => key);
    expect(again).toBe(first);
    expect(new Set([first, otherPages, forced]).size).toBe(3);
  });

  it('is submitted under a new key when the file has changed', async () => {
    const { environment, submitted } = environmentWith(refused(409, 'idempotency_key_reused'), accepted);
    expect(await run(['convert', url], environment)).toBe(0);
    expect(new Set(submitted.map(({ key }) => key)).size).toBe(2);
  });

  it('says how to download the file where the server does not fetch it', async () => {
    const { environment } = environmentWith(refused(400, 'source_url_not_offered'));
    expect(await run(['convert', url], environment)).toBe(1);
    expect(environment.stderrText()).toContain('curl -sSL <url> | octavo convert -');
  });

  it.each([[[url, 'a.pdf']], [[url, url]], [[url, '--state', 's']], [['https://']]])(
    'refuses %j as a usage error',
    async (args) => {
      const { environment, submitted } = environmentWith(accepted);
      expect(await run(['convert', ...args], environment)).toBe(2);
      expect(submitted).toEqual([]);
    },
  );
});
