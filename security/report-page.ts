/** Title, path and stated limits of the security report. */
import type { ReportPage } from '@octavo/testkit/runner/report-page.ts';
import { allRuns } from './all-runs.ts';

export const reportPage: ReportPage = {
  title: 'Security report',
  file: 'docs/operations/security-report.md',
  command: 'npm run security -- all --size full --report',
  scenarios: allRuns,
  programs: [
    ['java', '-version'],
    ['psql', '--version'],
    ['bwrap', '--version'],
  ],
  limits: [
    'Everything ran on one machine, over loopback: clients, attackers and service share its cores.',
    'A vulnerability that these runs did not find may still exist. A seed repeats the choices of a run, not the scheduling of the machine.',
    'This does not replace a review by professional penetration testers.',
  ],
};
