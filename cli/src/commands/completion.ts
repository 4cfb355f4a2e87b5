/** `octavo completion`: the completion script of a shell, and the candidates it asks for on Tab. */
import type { Command } from 'commander';
import { candidates } from '../completion/candidates.ts';
import { scripts } from '../completion/scripts.ts';
import type { Context } from '../context.ts';

export async function printCompletion(
  context: Context,
  _: unknown,
  shell: keyof typeof scripts,
): Promise<void> {
  context.environment.stdout.write(scripts[shell]);
}

/** Prints one candidate per line, with its description after a tab. */
export async function complete(context: Context, program: Command, words: readonly string[]): Promise<void> {
  const { config } = await context.settings();
  for (const { word, about } of candidates(program, words, Object.keys(config.profiles))) {
    context.print(about === '' ? word : `${word}\t${about}`);
  }
}
