/** Every attack, in the order of the table. */
import { fuzzApi } from './fuzz-api/fuzz-api.ts';
import { fuzzPdf } from './fuzz-pdf/fuzz-pdf.ts';
import type { SecurityRun } from './security-run.ts';
import { uploads } from './uploads.ts';

export const allRuns: readonly SecurityRun[] = [uploads, fuzzApi, fuzzPdf];
