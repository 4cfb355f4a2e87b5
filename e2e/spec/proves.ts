/** A test that carries the sentences it proves in its name, so that the report can be read back into the table. */
import { it } from 'vitest';
import { catalogue } from '../catalogue/catalogue.ts';

/**
 * `proves('S-053', …)`, `proves('S-116', 'one byte more', …)`, or several sentences that say the same.
 * A sentence that the catalogue does not know, or calls invisible from outside, is a mistake of the test.
 */
export function proves(ids: string, test: () => Promise<unknown>): void;
export function proves(ids: string, detail: string, test: () => Promise<unknown>): void;
export function proves(
  ids: string,
  detail: string | (() => Promise<unknown>),
  test?: () => Promise<unknown>,
): void {
  const sentences = ids.split(' ').map((id) => {
    const sentence = catalogue.get(id);
    if (typeof sentence !== 'string') throw new Error(`${id} is no sentence that can be seen from outside`);
    return sentence;
  });
  const body = typeof detail === 'string' ? test : detail;
  if (body === undefined) throw new Error(`${ids} has no test`);
  const title = sentences[0]?.replace(/\.$/, '') ?? '';
  it(typeof detail === 'string' ? `${ids}: ${title} (${detail})` : `${ids}: ${title}`, body);
}
