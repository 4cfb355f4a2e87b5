/** `octavo read` and `octavo search` without a network. */
import { expect, it } from 'vitest';
import { run } from '../run.ts';
import { fakeEnvironment } from '../testing/fake-environment.ts';

function environmentWith(answers: readonly object[]) {
  const left = [...answers];
  const asked: string[] = [];
  const environment = fakeEnvironment({
    env: { OCTAVO_API_KEY: `oct_${'0'.repeat(40)}`, OCTAVO_BASE_URL: 'http://octavo.test' },
    fetch: async (url) => {
      asked.push(url.replace('http://octavo.test', ''));
      return Response.json(left.shift());
    },
  });
  return { environment, asked };
}

const part = (content: string, more: object = {}) => ({
  ...{ content, cut: false, truncated: false, next_cursor: null, remaining_tokens: 0 },
  ...more,
});
const goesOn = { truncated: true, next_cursor: 'c', remaining_tokens: 70 };

it('prints all parts of a text exactly as they are', async () => {
  const { environment, asked } = environmentWith([part('one\ntw', { ...goesOn, cut: true }), part('o')]);
  expect(await run(['read', 'ID', '--text'], environment)).toBe(0);
  expect(environment.stdoutText()).toBe('one\ntwo\n');
  expect(asked).toEqual([
    '/jobs/ID/read?format=text&max_tokens=20000',
    '/jobs/ID/read?format=text&max_tokens=20000&cursor=c',
  ]);
});

it('prints parts of markdown with an empty line between blocks', async () => {
  const { environment, asked } = environmentWith([part('# A\n', goesOn), part('b\n')]);
  expect(await run(['read', 'ID', '--pages', '3-5'], environment)).toBe(0);
  expect(environment.stdoutText()).toBe('# A\n\nb\n');
  expect(asked[0]).toBe('/jobs/ID/read?pages=3-5&format=markdown&max_tokens=20000');
});

it('stops after --max-tokens and says what is left', async () => {
  const { environment } = environmentWith([part('# A\n', goesOn)]);
  expect(await run(['read', 'ID', '--max-tokens', '100'], environment)).toBe(0);
  expect(environment.stdoutText()).toBe('# A\n');
  expect(environment.stderrText()).toContain('About 70 tokens are left');
});

const hit = { page: 7, label: 'iv', before: 'of ', match: 'third parties', after: '.' };

it('prints hits with their pages', async () => {
  const { environment, asked } = environmentWith([{ items: [hit], total: 3, next_cursor: 'c' }]);
  expect(await run(['search', 'ID', '"third', 'parties"', '--limit', '1'], environment)).toBe(0);
  expect(environment.stdoutText()).toBe('page 7 (iv): of third parties.\n');
  expect(environment.stderrText()).toContain('2 more hits');
  expect(asked).toEqual(['/jobs/ID/search?q=%22third+parties%22&limit=1']);
});

it('says when nothing was found, and prints the answer with --json', async () => {
  const nothing = { items: [], total: 0, next_cursor: null };
  const { environment } = environmentWith([nothing, nothing]);
  expect(await run(['search', 'ID', 'x'], environment)).toBe(0);
  expect(environment.stderrText()).toContain('Nothing was found.');
  expect(await run(['search', 'ID', 'x', '--json'], environment)).toBe(0);
  expect(JSON.parse(environment.stdoutText())).toEqual(nothing);
});
