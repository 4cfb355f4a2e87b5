/** The folders of a zip file with the results of several jobs. */
import type { Job } from '@octavo/sdk';
import { expect, it } from 'vitest';
import { folderNames } from './zip-results.ts';

const job = (id: string, name?: string) =>
  ({ id, ...(name !== undefined && { file: { name } }) }) as unknown as Job;

it('are named after the files, also if two have the same name', () => {
  const jobs = [job('1', 'report.pdf'), job('2', 'Report.PDF'), job('3', 'report (2).pdf'), job('4')];
  expect([...folderNames(jobs).values()]).toEqual(['report', 'Report (2)', 'report (2) (2)', '4']);
});

it('never lead out of the zip file', () => {
  const jobs = [job('1', '../../etc/passwd.pdf'), job('2', 'a\\b:c\u0000.pdf'), job('3', '.pdf')];
  for (const name of folderNames(jobs).values()) expect(name).not.toMatch(/[/\\:\p{C}]/u);
  expect([...folderNames(jobs).values()][2]).toBe('3');
});
