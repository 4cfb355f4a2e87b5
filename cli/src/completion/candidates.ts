/** Completion candidates for a partial command line, taken from the command tree. */
import type { Command, Option } from 'commander';
import { formats, jobStatuses } from '../options/option-values.ts';

export type Candidate = { readonly word: string; readonly about: string };

type Position = {
  readonly command: Command;
  /** The option whose value is being typed. */
  readonly option: Option | null;
  readonly current: string;
};

function optionsOf(command: Command): readonly Option[] {
  return command.parent ? [...command.options, ...optionsOf(command.parent)] : command.options;
}

function find(command: Command, word: string): Option | undefined {
  return optionsOf(command).find(({ long, short }) => long === word || short === word);
}

/** `words` is everything after `octavo`; the last one may be incomplete or empty. */
function positionOf(program: Command, words: readonly string[]): Position {
  const current = words.at(-1) ?? '';
  let command = program;
  let option: Option | null = null;
  for (const word of words.slice(0, -1)) {
    if (option) option = null;
    else if (word.startsWith('-')) {
      const found = find(command, word);
      option = found?.required ? found : null;
    } else command = command.commands.find((known) => known.name() === word) ?? command;
  }
  return { command, option, current };
}

/** Completes the last entry of a comma-separated list. */
function listed(names: readonly string[], current: string): readonly Candidate[] {
  const at = current.lastIndexOf(',') + 1;
  const before = current.slice(0, at);
  const taken = new Set(before.split(','));
  return names.filter((name) => !taken.has(name)).map((name) => ({ word: `${before}${name}`, about: '' }));
}

function valuesOf(option: Option, current: string, profiles: readonly string[]): readonly Candidate[] {
  if (option.long === '--format') return listed(formats, current);
  if (option.long === '--status') return listed(jobStatuses, current);
  if (option.long === '--profile') return profiles.map((word) => ({ word, about: '' }));
  return [];
}

/** Empty where a file name is expected: shells complete those themselves. */
export function candidates(
  program: Command,
  words: readonly string[],
  profiles: readonly string[],
): readonly Candidate[] {
  const { command, option, current } = positionOf(program, words);
  const fits = ({ word }: Candidate) => word.startsWith(current);
  if (option) return valuesOf(option, current, profiles).filter(fits);
  if (current.startsWith('-')) {
    const help = { word: '--help', about: 'print this help' };
    return [
      ...optionsOf(command).map(({ long, description }) => ({ word: long ?? '', about: description })),
      help,
    ].filter((candidate) => candidate.word !== '' && fits(candidate));
  }
  const commands = command.commands
    .filter((known) => !(known as Command & { _hidden?: boolean })._hidden)
    .map((known) => ({ word: known.name(), about: known.description() }));
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  return [...commands, ...choices.map((word) => ({ word, about: '' }))].filter(fits);
}
