/** Events are parsed correctly from arbitrary chunks. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Frame, readFrames } from './event-stream.ts';

const text = [
  ': hello',
  '',
  'id: 41',
  'event: job.done',
  'data: {"a":"ü€"}',
  '',
  'event:job.progress',
  'data: one',
  'data:two',
  'retry: 10',
  '',
  'data: cut off',
].join('\n');

const wanted: Frame[] = [
  { id: '41', event: 'job.done', data: '{"a":"ü€"}' },
  { id: null, event: 'job.progress', data: 'one\ntwo' },
];

async function framesOf(bytes: Uint8Array, cuts: readonly number[]): Promise<Frame[]> {
  async function* chunks() {
    const places = [0, ...[...cuts].sort((a, b) => a - b), bytes.length];
    for (const [index, place] of places.slice(1).entries()) yield bytes.subarray(places[index], place);
  }
  const frames: Frame[] = [];
  for await (const frame of readFrames(chunks())) frames.push(frame);
  return frames;
}

it.each(['\n', '\r\n', '\r'])('with line ends %j, split at any byte', async (lineEnd) => {
  const bytes = new TextEncoder().encode(text.replaceAll('\n', lineEnd));
  const cuts = fc.array(fc.nat(bytes.length), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(cuts, async (places) => {
      expect(await framesOf(bytes, places)).toEqual(wanted);
    }),
  );
});
