/** Every attack, in the order of the table. */
import { escapes } from './escape/escape.ts';
import { fuzzApi } from './fuzz-api/fuzz-api.ts';
import { fuzzPdf } from './fuzz-pdf/fuzz-pdf.ts';
import { hostile } from './hostile/hostile.ts';
import { logCanaries } from './log-canaries/log-canaries.ts';
import { outputs } from './outputs/outputs.ts';
import type { SecurityRun } from './security-run.ts';
import { uploads } from './uploads.ts';
import { tenants, tokens } from './wrapped.ts';

export const allRuns: readonly SecurityRun[] = [
  uploads,
  hostile,
  escapes,
  outputs,
  tenants,
  tokens,
  logCanaries,
  fuzzApi,
  fuzzPdf,
];
