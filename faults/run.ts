/** `npm run faults`: injects failures into a whole service and checks the invariants; `--help` lists scenarios and options. */
import { hasEarlierVersion } from '@octavo/testkit/processes/earlier-version.ts';
import { runSuite } from '@octavo/testkit/runner/run-suite.ts';
import { safeguards } from '@octavo/testkit/safeguards.ts';
import { reportPage } from './report-page.ts';
import { allRuns } from './runs/all.ts';
import { migration } from './runs/migration.ts';

/** Most of the CPU time of a run is the start of processes: those that hardly any scenario uses are left out. */
const fewProcesses = { OCTAVO_WRITER_SLOTS: '1', OCTAVO_INSPECT_SLOTS: '1' };

await runSuite({
  command: 'faults',
  serviceSet: process.env['OCTAVO_FAULTS_SET'] || 'faults',
  env: fewProcesses,
  scenarios: allRuns,
  safeguards: safeguards,
  unavailable: (scenario) =>
    scenario === migration && !hasEarlierVersion() ? 'it needs the git history of the repository' : null,
  report: reportPage,
  controls: { title: 'Fault runs without safeguards', file: 'docs/operations/fault-controls.md' },
});
