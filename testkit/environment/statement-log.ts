/** The cost of every SQL statement of the service, from the auto_explain entries in the PostgreSQL log. */
import { createReadStream, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { superuserAt } from '../processes/standby.ts';
import { logPath } from '../services/service-set.ts';
import type { TestEnvironment } from './test-environment.ts';

export type StatementCost = {
  readonly text: string;
  readonly calls: number;
  /** Medians, because a single call may have waited for a busy core. */
  readonly durationMs: number;
  readonly buffers: number;
};

export type StatementLog = {
  /** Costs of the statements that the service has sent since the log was opened. */
  costs(): Promise<StatementCost[]>;
};

type Plan = { readonly 'Shared Hit Blocks'?: number; readonly 'Shared Read Blocks'?: number };
type Entry = { readonly 'Query Text': string; readonly Plan: Plan };
type Call = { readonly durationMs: number; readonly buffers: number };

const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
};

const median = (values: readonly number[]) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

/** For connections that are opened from now on. The superuser's own statements are not counted. */
export async function openStatementLog({ set, db }: TestEnvironment): Promise<StatementLog> {
  const { port, pathname } = new URL(db.url);
  const database = pathname.slice(1);
  const superuser = superuserAt(Number(port));
  for (const [name, value] of Object.entries(settings)) {
    await superuser.rows(`alter database "${database}" set ${name} = '${value}'`);
  }
  const path = logPath(set, 'postgres');
  const from = statSync(path).size;
  return { costs: () => costsIn(entriesFrom(path, from), `octavo@${database} `) };
}

/** Read as a stream: with every statement in it, the log of some minutes is larger than a string can be. */
async function* entriesFrom(path: string, offset: number): AsyncGenerator<string> {
  let entry: string[] = [];
  const input = createReadStream(path, { encoding: 'utf8', start: offset });
  for await (const line of createInterface({ input })) {
    // An entry starts at the beginning of a line; its further lines are indented with a tab.
    if (line.startsWith('\t')) {
      entry.push(line.slice(1));
      continue;
    }
    yield entry.join('\n');
    entry = [line];
  }
  yield entry.join('\n');
}

async function costsIn(entries: AsyncIterable<string>, whose: string): Promise<StatementCost[]> {
  const calls = new Map<string, Call[]>();
  for await (const entry of entries) {
    const head = /duration: ([\d.]+) ms {2}plan:\n/.exec(entry);
    if (head === null || !entry.slice(0, head.index).includes(whose)) continue;
    const { 'Query Text': text, Plan: plan } = parsed(entry.slice(head.index + head[0].length));
    const buffers = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
    const name = text.replaceAll(/\s+/g, ' ').trim();
    const known = calls.get(name) ?? [];
    known.push({ durationMs: Number(head[1]), buffers });
    calls.set(name, known);
  }
  return [...calls].map(([text, all]) => ({
    text,
    calls: all.length,
    durationMs: median(all.map((call) => call.durationMs)),
    buffers: median(all.map((call) => call.buffers)),
  }));
}

/** The last entry may be incomplete. */
function parsed(json: string): Entry {
  try {
    return JSON.parse(json) as Entry;
  } catch {
    return { 'Query Text': 'unreadable', Plan: {} };
  }
}
