/** `octavo completion`: the script of a shell, and what it asks when somebody presses Tab. */
import { candidates } from '../completion/candidates.ts';
import { scripts } from '../completion/scripts.ts';
import type { Context } from '../context.ts';
import { buildProgram } from '../program/program.ts';
import type { shells } from '../program/shell.ts';

export async function printCompletion(
  context: Context,
  _: unknown,
  shell: (typeof shells)[number],
): Promise<void> {
  context.world.stdout.write(scripts[shell]);
}

export async function complete(context: Context, _: unknown, words: readonly string[]): Promise<void> {
  const program = buildProgram(() => async () => {}, context.world);
  const { config } = await context.settings();
  for (const { word, about } of candidates(program, words, Object.keys(config.profiles))) {
    context.print(about === '' ? word : `${word}\t${about}`);
  }
}
