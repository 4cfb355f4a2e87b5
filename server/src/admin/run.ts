/** Parses the command line, runs a command, and prints its rows. */
import { parseArgs } from 'node:util';
import { type AdminPorts, type Arguments, commands, UsageError } from './commands.ts';

const flags = {
  email: { type: 'string' },
  tier: { type: 'string' },
  subject: { type: 'string' },
  issuer: { type: 'string' },
  name: { type: 'string' },
  limit: { type: 'string' },
  repair: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

export function helpText(): string {
  const lines = Object.entries(commands).map(
    ([name, { usage, summary }]) => `  octavo admin ${name} ${usage}\n      ${summary}`,
  );
  return `${lines.join('\n')}\n\nACCOUNT is an id or an e-mail address. --json prints JSON.\n`;
}

type Parsed = { readonly name: string; readonly args: Arguments; readonly asJson: boolean };

function parse(argv: readonly string[]): Parsed {
  const { values, positionals } = parseArgs({ args: [...argv], options: flags, allowPositionals: true });
  const { json, repair, ...texts } = values;
  const options = { ...texts, repair: String(repair) };
  const two = positionals.slice(0, 2).join(' ');
  const name = two in commands ? two : (positionals[0] ?? '');
  return { name, args: { words: positionals.slice(name.split(' ').length), options }, asJson: json };
}

function asTable(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '-')))];
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

/** Returns the text to print. Throws a `UsageError` for a mistake of the operator. */
export async function runAdmin(ports: AdminPorts, argv: readonly string[]): Promise<string> {
  const { name, args, asJson } = parse(argv);
  const command = commands[name];
  if (!command) throw new UsageError(`there is no command ${name || '(none given)'}\n\n${helpText()}`);
  const rows = await command.run(ports, args);
  if (asJson)
    return `${JSON.stringify(rows.length === 1 && !name.endsWith('list') ? rows[0] : rows, null, 2)}\n`;
  return rows.length === 0 ? 'none\n' : `${asTable(rows)}\n`;
}
