/** Questions to somebody at a terminal. They go to stderr, so that results stay clean, and never to a machine. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Interrupted } from '../convert/interrupt.ts';
import { usageError } from '../errors/cli-error.ts';
import type { World } from '../world.ts';

export function canAsk({ stdin, stderr }: World): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

async function question(world: World, text: string, isHidden: boolean): Promise<string> {
  if (!canAsk(world)) {
    throw usageError(
      `Nobody can be asked for "${text.replace(/[:\s]+$/, '')}" here.`,
      'Pass it another way; --help shows how.',
    );
  }
  world.stderr.write(text);
  // What is typed is shown by readline itself: hidden, it shows it to nobody.
  const shown = isHidden ? new Writable({ write: (_, __, done) => done() }) : world.stderr;
  const lines = createInterface({ input: world.stdin, output: shown, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('SIGINT', () => reject(new Interrupted('SIGINT')));
      lines.once('close', () => resolve(''));
    });
  } finally {
    lines.close();
    if (isHidden) world.stderr.write('\n');
  }
}

export async function ask(world: World, text: string): Promise<string> {
  return (await question(world, text, false)).trim();
}

export async function askSecret(world: World, text: string): Promise<string> {
  return question(world, text, true);
}

export async function confirm(world: World, text: string): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(world, `${text} [y/N] `));
}
