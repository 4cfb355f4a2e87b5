/** The boxes lie on the words they belong to, whatever a page does with its own frame: compared with the ink of the drawn page. */

import { makeRotatedPages, rotatedPages } from '@octavo/testkit/documents/rotated-pages.ts';
import { done } from '@octavo/testkit/service-under-test/jobs.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seePage } from './viewer/ink.ts';
import { openViewer } from './viewer/open-viewer.ts';
import { closeBrowser, type SignedInVisitor, visit } from './visitor.ts';

let visitor: SignedInVisitor;
let jobId: string;

beforeAll(async () => {
  visitor = await visit('business', '/plan', { width: 1440, height: 900 });
  const job = await done(visitor.account, { file: makeRotatedPages(), fileName: 'turned.pdf' });
  jobId = job.id;
});
afterAll(closeBrowser);

/** Two points of a page of about 800. */
const tolerance = 0.004;

describe.each(rotatedPages.map(({ name }, index) => ({ name, number: index + 1 })))(
  'a page that is $name',
  ({ number }) => {
    it('has each of its three lines in a box of its own, and no ink next to them', async () => {
      const { page } = visitor;
      await openViewer(page, `/jobs/${jobId}?page=${number}`);
      await page.locator(`[data-page="${number}"] canvas[data-rendered=true]`).waitFor();
      const seen = await seePage(page, number, 0.02);
      expect(seen.boxes).toHaveLength(3);
      expect(seen.inkOutside).toBe(0);
      for (const { ink, ...box } of seen.boxes) {
        if (ink === null) throw new Error(`no ink in the box of ${box.label}`);
        expect(ink.left, box.label).toBeGreaterThan(box.left - tolerance);
        expect(ink.right, box.label).toBeLessThan(box.right + tolerance);
        expect(ink.top, box.label).toBeGreaterThan(box.top - tolerance);
        expect(ink.bottom, box.label).toBeLessThan(box.bottom + tolerance);
        // Neither may a box be larger than its words: the line fills its width, and of its height what letters without tails do.
        expect((ink.right - ink.left) / (box.right - box.left), box.label).toBeGreaterThan(0.95);
        expect((ink.bottom - ink.top) / (box.bottom - box.top), box.label).toBeGreaterThan(0.4);
      }
    });
  },
);
