/** Prompts on a terminal. They are written to stderr, so that stdout contains only results. */
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
      `Cannot prompt for "${text.replace(/[:\s]+$/, '')}": this is not a terminal.`,
      'Pass it in another way; see --help.',
    );
  }
  environment.stderr.write(text);
  // readline echoes the input to its output stream; for a secret that stream discards everything.
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
