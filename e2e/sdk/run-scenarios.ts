/** Runs groups of scenarios in a Node of one's choice and collects the verdicts. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { castFor } from './facts.ts';
import { installSdk, stageScenarios } from './package.ts';
import type { Verdict } from './scenarios/scenario-context.ts';

const run = promisify(execFile);

export type Report = { readonly version: string; readonly verdicts: ReadonlyMap<string, Verdict> };

export async function runInNode(binary: string, groups: readonly string[]): Promise<Report> {
  const installation = await installSdk();
  const cast = await castFor();
  try {
    await stageScenarios(installation.directory);
    const { stdout } = await run(binary, ['run-in-node.mjs'], {
      cwd: installation.directory,
      timeout: 280_000,
      maxBuffer: 16 * 1024 * 1024,
      env: {
        PATH: process.env['PATH'] ?? '',
        ['OCTAVO_SDK_FACTS']: JSON.stringify(cast.facts),
        ['OCTAVO_SDK_GROUPS']: groups.join(','),
      },
    });
    const [{ version }, ...verdicts] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)) as [{ version: string }, ...Verdict[]];
    return { version, verdicts: new Map(verdicts.map((verdict) => [verdict.name, verdict])) };
  } finally {
    await cast.dismiss();
    await installation.remove();
  }
}
