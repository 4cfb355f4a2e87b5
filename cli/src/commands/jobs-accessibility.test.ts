/** `octavo jobs accessibility` without a network. */
import { expect, it } from 'vitest';
import { run } from '../run.ts';
import { fakeEnvironment } from '../testing/fake-environment.ts';

const places = [
  { page: 3, box: [72, 410.5, 310.2, 655] },
  { page: 1, box: null },
  { page: 2, box: null },
];

const report = {
  standard: 'PDF/UA-1',
  checked_by: 'veraPDF 1.28',
  before: null,
  before_error: 'The file is damaged.',
  after: {
    passes: false,
    rules_failed: 1,
    failures: [{ clause: '7.3-1', description: 'Figures have alternative texts', count: 3, places }],
  },
  after_error: null,
  written: [
    { what: 'title', value: 'Annual \u001b[31mreport', from: 'first_heading', count: 1 },
    { what: 'marked', value: 'true', from: 'structure', count: 1 },
    { what: 'table_header', value: null, from: 'structure', count: 12 },
  ],
  to_do: [{ what: 'alternative_text', message: 'Describe 3 images.', count: 3, places }],
};

function environmentWith(body: unknown) {
  const urls: string[] = [];
  const environment = fakeEnvironment({
    env: { OCTAVO_API_KEY: `oct_${'0'.repeat(40)}`, OCTAVO_BASE_URL: 'http://octavo.test' },
    fetch: async (url) => {
      urls.push(String(url));
      return Response.json(body);
    },
  });
  return { environment, urls };
}

it('prints both checks, what was written and from where, the failed rules and what is left to do', async () => {
  const { environment, urls } = environmentWith(report);
  expect(await run(['jobs', 'accessibility', 'j'], environment)).toBe(0);
  expect(urls).toEqual(['http://octavo.test/jobs/j/accessibility']);
  expect(environment.stdoutText()).toMatchInlineSnapshot(`
    "standard    PDF/UA-1, checked by veraPDF 1.28
    source      not checked: The file is damaged.
    tagged PDF  fails 1 rule that a machine can check
    written     title: Annual �[31mreport, inferred from the first heading
    written     marked, from what is on the pages
    written     table header (12), from what is on the pages

    FAILED RULE  COUNT  PAGES  WHAT IT DEMANDS
    7.3-1            3  1-3    Figures have alternative texts

    TO DO             COUNT  PAGES  WHAT TO DO
    alternative text      3  1-3    Describe 3 images.
    "
  `);
});

it('does not call a tagged PDF accessible that passes', async () => {
  const passing = { ...report, after: { passes: true, rules_failed: 0, failures: [] }, to_do: [] };
  const { environment } = environmentWith(passing);
  await run(['jobs', 'accessibility', 'j'], environment);
  expect(environment.stdoutText()).toContain('passes the machine-checkable rules');
  expect(environment.stdoutText()).not.toMatch(/accessible|TO DO/);
});

it('prints the report with --json', async () => {
  const { environment } = environmentWith(report);
  expect(await run(['jobs', 'accessibility', 'j', '--json'], environment)).toBe(0);
  expect(JSON.parse(environment.stdoutText())).toEqual(report);
});
