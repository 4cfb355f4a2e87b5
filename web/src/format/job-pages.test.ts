/** The number of pages of a job is what it converts, at every stage. */
import type { Job } from '@octavo/sdk';
import { expect, it } from 'vitest';
import { jobPages } from './job-pages.ts';

const job = (more: object) =>
  ({ page_count: null, options: { pages: null }, file: { pages: 40 }, ...more }) as unknown as Job;
const at = (stage: string, pages_total: number) => ({ progress: { stage, pages_total } });

it.each([
  ['done', { page_count: 3 }, 3],
  ['of the whole file', at('recognize', 2), 40],
  ['of chosen pages', { options: { pages: '1-3' }, ...at('layout', 3) }, 3],
  ['of chosen pages, some of them scans', { options: { pages: '1-3' }, ...at('recognize', 2) }, undefined],
])('a job %s', (_, more, pages) => {
  expect(jobPages(job(more))).toBe(pages);
});
