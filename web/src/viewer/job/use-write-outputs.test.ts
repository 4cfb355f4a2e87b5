/** Which formats the page offers to add to a job. */
import type { Job } from '@octavo/sdk';
import { expect, it } from 'vitest';
import { missingConversionFormats, missingTextFormats } from './use-write-outputs.ts';

const job = (status: Job['status'], ...formats: readonly string[]) =>
  ({
    status,
    download_urls: Object.fromEntries(formats.map((format) => [format, 'https://s3.test/'])),
  }) as Job;

it('offers the text formats that a done job does not have, and no others', () => {
  expect(missingTextFormats(job('done', 'markdown', 'json'))).toEqual(['html', 'text']);
  expect(missingTextFormats(job('done', 'images'))).toEqual(['markdown', 'json', 'html', 'text']);
  expect(missingTextFormats(job('done', 'markdown', 'json', 'html', 'text'))).toEqual([]);
});

it('offers the formats that need a new conversion apart from those', () => {
  expect(missingConversionFormats(job('done', 'markdown', 'images'))).toEqual([
    'tagged-pdf',
    'annotated-pdf',
  ]);
  expect(missingConversionFormats(job('done', 'tagged-pdf', 'annotated-pdf', 'images'))).toEqual([]);
});

it.each(['pending', 'processing', 'failed'] as const)('offers nothing for a %s job', (status) => {
  expect(missingTextFormats(job(status))).toEqual([]);
  expect(missingConversionFormats(job(status))).toEqual([]);
});
