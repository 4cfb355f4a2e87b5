/** Text below the options in the help of a command, which the generated reference repeats. */
import type { Command } from 'commander';

const notes = new WeakMap<Command, string>();

export function addNotes(command: Command, text: string): Command {
  notes.set(command, text);
  return command.addHelpText('after', `\n${text}`);
}

export function notesOf(command: Command): string | undefined {
  return notes.get(command);
}
