/** `octavo diff` without a network. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../run.ts';
import { fakeEnvironment } from '../testing/fake-environment.ts';

const ids = ['019a7f6e-4c1d-7c54-9f0a-8d2f5f0c6b11', '019a8d2b-4c5e-7a10-8f21-3b6d9c0e1f42'] as const;

const block = (page: number, text: string, type = 'paragraph') => ({ page, text, type });
const words = [
  { op: 'equal', text: 'EUR ' },
  { op: 'delete', text: '500' },
  { op: 'insert', text: '600' },
];
const changed = { op: 'changed', base: block(2, 'EUR 500'), head: block(3, 'EUR 600'), words, table: null };
const removed = { op: 'removed', base: block(4, 'gone\u001b[31m'), head: null, words: [], table: null };
const cells = {
  rows: [{ op: 'added', index: 2, cells: ['a', 'b'] }],
  columns: [],
  cells: [{ base: { row: 3, column: 1 }, head: { row: 4, column: 1 }, words }],
};
const table = {
  op: 'changed',
  base: block(5, '', 'table'),
  head: block(5, '', 'table'),
  words: [],
  table: cells,
};

const answerOf = (items: readonly object[]) => ({
  summary: { blocks: { equal: 12, added: 0, removed: 1, changed: 2, moved: 0 } },
  items,
});

function environmentWith(items: readonly object[], cwd?: string) {
  const bodies: unknown[] = [];
  const environment = fakeEnvironment({
    env: { OCTAVO_API_KEY: `oct_${'0'.repeat(40)}`, OCTAVO_BASE_URL: 'http://octavo.test' },
    ...(cwd !== undefined && { cwd }),
    fetch: async (_, { body }) => {
      const sent = JSON.parse(await new Response(body ?? null).text()) as { format: string };
      bodies.push(sent);
      return sent.format === 'html' ? new Response('<!DOCTYPE html>') : Response.json(answerOf(items));
    },
  });
  return { environment, bodies };
}

it('prints the differences of two jobs and exits with 1', async () => {
  const { environment, bodies } = environmentWith([changed, removed, table]);
  expect(await run(['diff', ...ids], environment)).toBe(1);
  expect(environment.stdoutText()).toBe(
    [
      '~ changed paragraph, page 2 → page 3',
      '  EUR [-500-]{+600+}',
      '- removed paragraph, page 4',
      '  gone\ufffd[31m',
      '~ changed table, page 5',
      '  row 2 added: a | b',
      '  row 4, column 1: EUR [-500-]{+600+}',
      '',
    ].join('\n'),
  );
  expect(environment.stderrText()).toContain('0 added, 1 removed, 2 changed, 0 moved, 12 blocks the same.');
  expect(bodies).toEqual([{ base_job_id: ids[0], head_job_id: ids[1], scope: 'text', format: 'json' }]);
});

it('exits with 0 if nothing differs', async () => {
  const { environment, bodies } = environmentWith([]);
  expect(await run(['diff', ...ids, '--structure', '--json'], environment)).toBe(0);
  expect(JSON.parse(environment.stdoutText())).toEqual(answerOf([]));
  expect(bodies).toMatchObject([{ scope: 'structure' }]);
});

it('writes a page to read', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'octavo-diff-'));
  const { environment } = environmentWith([changed], cwd);
  expect(await run(['diff', ...ids, '--html', 'out.html'], environment)).toBe(1);
  expect(readFileSync(join(cwd, 'out.html'), 'utf8')).toBe('<!DOCTYPE html>');
  expect(environment.stdoutText()).toBe('');
});

it('refuses what is neither a file nor a job id, and sends nothing', async () => {
  const { environment, bodies } = environmentWith([]);
  expect(await run(['diff', 'absent.pdf', ids[1]], environment)).toBe(2);
  expect(environment.stderrText()).toContain('absent.pdf is neither a file nor a job id.');
  expect(bodies).toEqual([]);
});
