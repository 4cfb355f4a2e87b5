/** Files that would be rejected are not uploaded; all others are. */
import { describe, expect, it } from 'vitest';
import type { PageCount } from '../pdf/count-pages.ts';
import { checkFile } from './check-file.ts';

const limits = { bytesMax: 100, pagesLeft: 10 };
const pdf = new Blob(['%PDF-1.7 …']);
const counting = (result: PageCount) => async () => result;
const twelve = counting({ kind: 'pages', pages: 12, textless: [2, 11] });

describe('a file', () => {
  it('that is empty or not a PDF is rejected without being opened', async () => {
    const never = async () => {
      throw new Error('opened');
    };
    expect(await checkFile(new Blob([]), {}, limits, never)).toMatchObject({ problem: { kind: 'empty' } });
    expect(await checkFile(new Blob(['PK…']), {}, limits, never)).toMatchObject({
      problem: { kind: 'not-pdf' },
    });
    expect(await checkFile(new Blob([' %PDF-']), {}, limits, never)).toMatchObject({
      problem: { kind: 'not-pdf' },
    });
  });

  it('may be as large as the plan allows, and any size where it allows all', async () => {
    const large = new Blob(['%PDF-', 'x'.repeat(96)]);
    const one = counting({ kind: 'pages', pages: 1, textless: [] });
    expect(await checkFile(large, {}, limits, one)).toEqual({
      kind: 'problem',
      problem: { kind: 'too-large', bytesMax: 100 },
    });
    expect(await checkFile(large, {}, { ...limits, bytesMax: 101 }, one)).toEqual({
      kind: 'fine',
      pages: 1,
      textless: [],
    });
    expect(await checkFile(large, {}, { ...limits, bytesMax: null }, one)).toEqual({
      kind: 'fine',
      pages: 1,
      textless: [],
    });
  });

  it('with more pages than are left is rejected with the numbers; fewer selected pages are accepted', async () => {
    expect(await checkFile(pdf, {}, limits, twelve)).toEqual({
      kind: 'problem',
      problem: { kind: 'too-many-pages', pages: 12, pagesLeft: 10 },
    });
    expect(await checkFile(pdf, { pages: '1-10' }, limits, twelve)).toEqual({
      kind: 'fine',
      pages: 10,
      // Without page 11, which is not converted.
      textless: [2],
    });
  });

  it('without the selected pages is rejected', async () => {
    expect(await checkFile(pdf, { pages: '13' }, limits, twelve)).toEqual({
      kind: 'problem',
      problem: { kind: 'pages-invalid', pages: 12 },
    });
  });

  it('that is locked asks for its password, with the one that was given', async () => {
    const given: (string | undefined)[] = [];
    const locked = async (_: Blob, password: string | undefined): Promise<PageCount> => {
      given.push(password);
      return { kind: 'locked' };
    };
    expect(await checkFile(pdf, { password: 'folio' }, limits, locked)).toEqual({ kind: 'locked' });
    expect(given).toEqual(['folio']);
  });

  it('that the browser cannot read is left to the API', async () => {
    const unknown = counting({ kind: 'unknown' });
    expect(await checkFile(pdf, {}, limits, unknown)).toEqual({ kind: 'fine', pages: null, textless: [] });
  });
});
