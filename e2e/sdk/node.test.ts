/** The packed SDK works in every supported version of Node, against the running service. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Report, runInNode } from './run-scenarios.ts';
import { nodeBinary, nodeMajors } from './runtimes/node-binary.ts';
import { nodeOnly } from './scenarios/node-only.ts';
import { portable } from './scenarios/portable.ts';

describe.each(nodeMajors)('in Node %s', (major) => {
  let report: Report;

  beforeAll(async () => {
    report = await runInNode(await nodeBinary(major), ['portable', 'nodeOnly']);
  });

  it('really ran there', () => {
    expect(report.version).toMatch(new RegExp(`^v${major}\\.`));
  });

  it.each(Object.keys({ ...portable, ...nodeOnly }))('%s', (name) => {
    const verdict = report.verdicts.get(name);
    expect(verdict).toBeDefined();
    expect(verdict?.fault).toBeNull();
  });
});
