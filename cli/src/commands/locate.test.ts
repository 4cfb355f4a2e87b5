/** `octavo locate` and `octavo chunks` without a network. */
import { expect, it } from 'vitest';
import { run } from '../run.ts';
import { fakeEnvironment } from '../testing/fake-environment.ts';

const match = { page: 7, label: 'vii', differences: [] };
const verbatim = { verdict: 'verbatim', score: 1, total: 1, matches: [match] };
const near = {
  verdict: 'near',
  score: 0.96,
  total: 1,
  matches: [{ ...match, label: null, differences: [{ op: 'replace', quote: '600', document: '500' }] }],
};

function environmentWith(...answers: readonly object[]) {
  const left = [...answers];
  const requests: { readonly url: string; readonly body: unknown }[] = [];
  const environment = fakeEnvironment({
    env: { OCTAVO_API_KEY: `oct_${'0'.repeat(40)}`, OCTAVO_BASE_URL: 'http://octavo.test' },
    fetch: async (url, { body }) => {
      const text = await new Response(body ?? null).text();
      requests.push({ url: String(url), body: text === '' ? null : JSON.parse(text) });
      return Response.json(left.shift());
    },
  });
  return { environment, requests };
}

const located = (items: readonly object[], not_searched: readonly object[] = []) => ({
  parse: 'a1b2c3d4e5f6',
  items,
  anchors: [],
  not_searched,
});

it('prints where a quote is', async () => {
  const { environment, requests } = environmentWith(located([verbatim]));
  expect(await run(['locate', 'j', 'a quote', '--page', '7'], environment)).toBe(0);
  expect(environment.stdoutText()).toBe('verbatim, page 7 (vii): a quote\n');
  expect(requests[0]?.body).toEqual({ quotes: [{ exact: 'a quote', page: 7 }], ignore_case: false });
});

it('exits with 1 and prints the differences if a quote is not verbatim', async () => {
  const { environment } = environmentWith(located([verbatim, near]));
  expect(await run(['locate', 'j', 'one', 'EUR 600'], environment)).toBe(1);
  expect(environment.stdoutText()).toContain('near, page 7: EUR 600\n  "600" is "500" in the document\n');
});

it('says what could not be searched', async () => {
  const absent = { verdict: 'undetermined', score: 0, total: 0, matches: [] };
  const { environment } = environmentWith(located([absent], [{ reason: 'page_only_image', pages: [3] }]));
  expect(await run(['locate', 'j', 'a quote'], environment)).toBe(1);
  expect(environment.stderrText()).toContain('Text of page 3 could not be searched (page_only_image).');
});

it('prints all chunks, one on each line', async () => {
  const { environment, requests } = environmentWith(
    { items: [{ id: 'c_1' }], next_cursor: 'next' },
    { items: [{ id: 'c_2' }], next_cursor: null },
  );
  expect(await run(['chunks', 'j', '--max-tokens', '256', '--no-merge'], environment)).toBe(0);
  expect(environment.stdoutText()).toBe('{"id":"c_1"}\n{"id":"c_2"}\n');
  expect(requests.map(({ url }) => new URL(url).search)).toEqual([
    '?max_tokens=256&merge=false',
    '?max_tokens=256&merge=false&cursor=next',
  ]);
});

it('refuses another format of tables as a usage error', async () => {
  const { environment } = environmentWith();
  expect(await run(['chunks', 'j', '--tables', 'xml'], environment)).toBe(2);
  expect(environment.stderrText()).toContain('Choose from: markdown, csv, html.');
});
