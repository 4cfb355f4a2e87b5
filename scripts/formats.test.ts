/** The SDK names the files of each format as the server does. */
import { formatFiles } from '@octavo/sdk';
import { expect, it } from 'vitest';
import { formatInfo } from '../server/src/domain/formats.ts';

it('has the same names and media types in both', () => {
  const named = (table: Readonly<Record<string, { suffix: string; mediaType: string }>>) =>
    Object.entries(table).map(([format, { suffix, mediaType }]) => ({ format, suffix, mediaType }));
  expect(named(formatFiles)).toEqual(named(formatInfo));
});
