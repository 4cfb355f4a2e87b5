/** Runs scenarios in a page of a browser; the suite calls it from outside. */
import * as sdk from '@octavo/sdk';
import { portable } from './portable.ts';
import { type Facts, judge, scenarioContext, type Verdict } from './scenario-context.ts';

export async function runInPage(facts: Facts, names: readonly string[] | null): Promise<Verdict[]> {
  const context = scenarioContext(sdk, facts, async (name) => {
    const answer = await fetch(`/page/documents/${name}.pdf`);
    return new Uint8Array(await answer.arrayBuffer());
  });
  const verdicts: Verdict[] = [];
  for (const [name, scenario] of Object.entries(portable)) {
    if (names === null || names.includes(name)) verdicts.push(await judge(name, scenario, context));
  }
  return verdicts;
}
