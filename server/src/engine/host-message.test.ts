/** Messages of an engine host process are validated before use. */
import { expect, it } from 'vitest';
import { decodeLine, replyBytesMax } from './host-message.ts';

it.each([
  '',
  'Terminating due to java.lang.OutOfMemoryError',
  '{"event":"done"',
  '[]',
  'null',
  '7',
  '{"event":"exec"}',
])('ignores the line %j', (line) => {
  expect(decodeLine(line)).toBeNull();
});

it('parses valid messages', () => {
  expect(decodeLine('{"event":"ready","java":"17"}')).toEqual({ event: 'ready', java: '17' });
  const progress = { event: 'progress', id: 1, stage: 'draw', page: 0, of: 3 };
  expect(decodeLine(JSON.stringify(progress))).toEqual(progress);
});

const reply = { event: 'done', id: 1, ok: true };
const long = 'x'.repeat(5_000);

it('parses a reply with every numeric field, also with a negative declared page count', () => {
  for (const more of [
    {},
    { pages: -5 },
    { logs: [{ logger: 'a', text: 'b', count: 1 }] },
    { dropped: ['NaN'] },
  ]) {
    expect(decodeLine(JSON.stringify({ ...reply, ...more }))).toEqual({ ...reply, ...more });
  }
});

it.each([
  { id: -1 },
  { id: 1.5 },
  { ok: 'true' },
  { pages: 1e300 },
  { temp_free_bytes: -1 },
  { unseen_pages: [0] },
  { unseen_pages: [1_000_001] },
  { unseen_pages: ['1'] },
  { logs: Array.from({ length: 201 }, () => ({ logger: '', text: '', count: 1 })) },
  { logs: [{ logger: '', text: long, count: 1 }] },
  { logs: [{ logger: '', text: '', count: -1 }] },
  { error: { chain: [{ type: 'a' }], frames: [] } },
  { outputs: [{ format: 7, ok: true }] },
  { dropped: Array.from({ length: 1_001 }, () => null) },
])('rejects a reply with %j', (more) => {
  expect(decodeLine(JSON.stringify({ ...reply, ...more }))).toBe('invalid');
});

it.each(['{"event":"ready"}', '{"event":"progress","id":1,"stage":"sleep","page":0,"of":0}'])(
  'rejects the message %s',
  (line) => {
    expect(decodeLine(line)).toBe('invalid');
  },
);

it('accepts a reply about a document with the maximum number of pages', () => {
  const pages = Array.from({ length: 100_000 }, (_, index) => index + 1);
  const lists = ['empty_pages', 'image_only_pages', 'garbled_pages', 'dropped_pages', 'unseen_pages'];
  const line = JSON.stringify({ ...reply, ...Object.fromEntries(lists.map((name) => [name, pages])) });
  expect(decodeLine(line)).toMatchObject(reply);
  expect(line.length).toBeLessThan(replyBytesMax(100_000));
});
