/** Parses the command line, runs a command, and prints its rows. */
import { parseArgs } from 'node:util';
import { type AdminPorts, type Arguments, type Row, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { helpText } from './help.ts';

const flags = {
  email: { type: 'string' },
  tier: { type: 'string' },
  subject: { type: 'string' },
  issuer: { type: 'string' },
  name: { type: 'string' },
  limit: { type: 'string' },
  repair: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** The help that was asked for, or null. It needs no configuration, so that it works before the installation does. */
export function requestedHelp(argv: readonly string[]): string | null {
  if (argv.length === 0) return helpText();
  if (!argv.includes('--help') && !argv.includes('-h')) return null;
  return helpText(argv.filter((word) => !word.startsWith('-')));
}

type Parsed = { readonly name: string; readonly args: Arguments; readonly asJson: boolean };

function parse(argv: readonly string[]): Parsed {
  const { values, positionals } = parseArgs({ args: [...argv], options: flags, allowPositionals: true });
  const { json, repair, help: _, ...texts } = values;
  const options = { ...texts, repair: String(repair) };
  const two = positionals.slice(0, 2).join(' ');
  const name = two in commands ? two : (positionals[0] ?? '');
  return { name, args: { words: positionals.slice(name.split(' ').length), options }, asJson: json };
}

const textOf = (value: unknown) => String(value ?? '-');

function asTable(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((row) => names.map((name) => textOf(row[name])))];
  const widths = names.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One thing is printed line by line: a table of one row is wider than most terminals. */
function asRecord(row: Row): string {
  const width = Math.max(...Object.keys(row).map((name) => name.length));
  return Object.entries(row)
    .map(([name, value]) => `${name.padEnd(width)}  ${textOf(value)}`)
    .join('\n');
}

/** Returns the text to print. Throws a `UsageError` for a mistake of the operator. */
export async function runAdmin(ports: AdminPorts, argv: readonly string[]): Promise<string> {
  const { name, args, asJson } = parse(argv);
  const command = commands[name];
  if (!command) throw new UsageError(`there is no command ${name || '(none given)'}\n\n${helpText()}`);
  const rows = await command.run(ports, args);
  const [first] = rows;
  if (first === undefined) return asJson ? '[]\n' : 'none\n';
  const isOne = rows.length === 1 && !name.endsWith('list');
  if (asJson) return `${JSON.stringify(isOne ? first : rows, null, 2)}\n`;
  return `${isOne ? asRecord(first) : asTable(rows)}\n`;
}
