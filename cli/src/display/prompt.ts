/** Questions to somebody at a terminal. They go to stderr, so that results stay clean, and never to a machine. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { CliEnvironment } from '../cli-environment.ts';
import { usageError } from '../errors/cli-error.ts';
import { Interrupted } from '../interrupts.ts';

export function isInteractive({ stdin, stderr }: CliEnvironment): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

async function question(environment: CliEnvironment, text: string, isSecret: boolean): Promise<string> {
  if (!isInteractive(environment)) {
    throw usageError(
      `Nobody can be asked for "${text.replace(/[:\s]+$/, '')}" here.`,
      'Pass it another way; --help shows how.',
    );
  }
  environment.stderr.write(text);
  // What is typed is shown by readline itself: hidden, it shows it to nobody.
  const shown = isSecret ? new Writable({ write: (_, __, done) => done() }) : environment.stderr;
  const lines = createInterface({ input: environment.stdin, output: shown, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('SIGINT', () => reject(new Interrupted('SIGINT')));
      lines.once('close', () => resolve(''));
    });
  } finally {
    lines.close();
    if (isSecret) environment.stderr.write('\n');
  }
}

export async function prompt(environment: CliEnvironment, text: string): Promise<string> {
  return (await question(environment, text, false)).trim();
}

export async function promptSecret(environment: CliEnvironment, text: string): Promise<string> {
  return question(environment, text, true);
}

export async function confirm(environment: CliEnvironment, text: string): Promise<boolean> {
  return /^y(es)?$/i.test(await prompt(environment, `${text} [y/N] `));
}
