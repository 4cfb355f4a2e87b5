/** `npm run security`: attacks a whole service and checks the invariants; `--help` lists scenarios and options. */
import { runSuite } from '@octavo/testkit/runner/run-suite.ts';
import { allRuns } from './all-runs.ts';
import { reportPage } from './report-page.ts';
import { safeguards } from './safeguards.ts';

await runSuite({
  command: 'security',
  serviceSet: process.env['OCTAVO_SECURITY_SET'] || 'security',
  scenarios: allRuns,
  safeguards,
  report: reportPage,
  controls: { title: 'Attacks without safeguards', file: 'docs/operations/security-controls.md' },
});
