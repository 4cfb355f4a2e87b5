/** Every security scenario, in the order of the report. */

import type { Scenario } from '@octavo/testkit/runner/scenario.ts';
import { escapes } from './escape/escape.ts';
import { fuzzApi } from './fuzz-api/fuzz-api.ts';
import { fuzzPdf } from './fuzz-pdf/fuzz-pdf.ts';
import { hostile } from './hostile/hostile.ts';
import { logCanaries } from './log-canaries/log-canaries.ts';
import { outputs } from './outputs/outputs.ts';
import { tenants } from './tenants/tenants.ts';
import { tokens } from './tokens.ts';
import { uploads } from './uploads.ts';

export const allRuns: readonly Scenario[] = [
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
