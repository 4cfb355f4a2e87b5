/** Every format, in the order of the API. */
import type { Format } from '@octavo/sdk';

export const formats = [
  'markdown',
  'json',
  'html',
  'text',
  'tagged-pdf',
  'annotated-pdf',
  'images',
] as const satisfies readonly Format[];
