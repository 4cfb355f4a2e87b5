/** Runs scenarios in this Node and prints one verdict a line. Started in a directory where the package is installed. */
import { readFile } from 'node:fs/promises';
import * as sdk from '@octavo/sdk';
import { nodeOnly } from './node-only.ts';
import { portable } from './portable.ts';
import { type Facts, judge, scenarioContext } from './scenario-context.ts';
import { webhooks } from './webhooks.ts';

const groups = { portable, nodeOnly, webhooks };
const facts = JSON.parse(process.env['OCTAVO_SDK_FACTS'] ?? '') as Facts;
const wanted = (process.env['OCTAVO_SDK_GROUPS'] ?? '').split(',') as (keyof typeof groups)[];
const context = scenarioContext(
  sdk,
  facts,
  async (name) => new Uint8Array(await readFile(`documents/${name}.pdf`)),
);

process.stdout.write(`${JSON.stringify({ version: process.version })}\n`);
for (const [name, scenario] of wanted.flatMap((group) => Object.entries(groups[group]))) {
  process.stdout.write(`${JSON.stringify(await judge(name, scenario, context))}\n`);
}
