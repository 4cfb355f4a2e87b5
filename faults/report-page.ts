/** Title, path and stated limits of the fault report. */
import type { ReportPage } from '@octavo/testkit/runner/report-page.ts';
import { allRuns } from './runs/all.ts';

export const reportPage: ReportPage = {
  title: 'Fault report',
  file: 'docs/operations/fault-report.md',
  command: 'npm run faults -- all --size full --report',
  scenarios: allRuns,
  programs: [
    ['java', '-version'],
    ['psql', '--version'],
    ['radosgw', '--version'],
  ],
  limits: [
    "Everything ran on one machine, over loopback. Power loss is not shown: a process killed with SIGKILL leaves the kernel's caches intact. The standby of the failover is on the same disk, and wrong clocks are shifted inside the process.",
    'The storage is one Ceph gateway over one disk daemon, the database one PostgreSQL server. Their own guarantees are not tested.',
    'A seed repeats the choices of a run (what is submitted, what is killed, when), not the scheduling of the machine.',
    'Documents are small on purpose, so that many jobs fit into minutes. Large documents are measured by the benchmarks, hostile documents by the security suite.',
  ],
};
