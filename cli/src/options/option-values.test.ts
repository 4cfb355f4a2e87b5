/** The formats of the command line are those of the SDK. */
import { formatFiles } from '@octavo/sdk';
import { expect, it } from 'vitest';
import { formats } from './option-values.ts';

it('lists every format', () => {
  expect([...formats].sort()).toEqual(Object.keys(formatFiles).sort());
});
