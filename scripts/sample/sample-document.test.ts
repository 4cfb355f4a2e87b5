/** The sample that is shipped is the one that is written here. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sampleDocument } from './sample-document.ts';

describe('the sample of the dashboard', () => {
  it('is what `node scripts/make-sample.ts` writes, and small', () => {
    const shipped = readFileSync(new URL('../../web/public/sample.pdf', import.meta.url));
    expect(shipped.equals(sampleDocument())).toBe(true);
    expect(shipped.length).toBeLessThan(50_000);
  });
});
