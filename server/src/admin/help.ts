/** The help of the operator's commands: all of them, those of one group, or one command. */
import { type Command, UsageError } from './command.ts';
import { commands } from './commands.ts';

const program = 'npm run admin --';

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

const listOf = (list: readonly (readonly [string, Command])[]) =>
  columns(list.map(([name, { usage, summary }]) => [`${name} ${usage}`.trim(), summary]));

const general = { '--json': 'print JSON', '--help': 'show this help' };

function helpOf(name: string, { usage, summary, details, options = {}, example }: Command): string {
  const parts = [
    `usage: ${[program, name, usage].filter(Boolean).join(' ')} [OPTIONS]`,
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.${details === undefined ? '' : `\n${details}`}`,
    `Options:\n${columns(Object.entries({ ...options, ...general }))}`,
    ...(example === undefined ? [] : [`Example:\n  ${program} ${example}`]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function overview(list: readonly (readonly [string, Command])[]): string {
  return `usage: ${program} COMMAND [OPTIONS]

${listOf(list)}

ACCOUNT is an id or an e-mail address.
${program} COMMAND --help shows the options of a command. --json prints JSON.
`;
}

/** `words` are what stands before `--help`. */
export function helpText(words: readonly string[] = []): string {
  const all = Object.entries(commands);
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((known) => known in commands);
  const command = name === undefined ? undefined : commands[name];
  if (name !== undefined && command !== undefined) return helpOf(name, command);
  const group = all.filter(([known]) => known.startsWith(`${words[0]} `));
  if (words.length > 0 && group.length === 0) {
    throw new UsageError(`there is no command ${words.join(' ')}\n\n${overview(all)}`);
  }
  return overview(group.length > 0 ? group : all);
}
