/** Reads the PDF password from stdin, a prompt or a variable; not from the command line, which other processes can see. */

import type { CliEnvironment, Input } from '../cli-environment.ts';
import { usageError } from '../errors/cli-error.ts';

export type PasswordFlags = { readonly password?: true; readonly passwordStdin?: true };

export async function readAll(stream: Input): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts).toString('utf8');
}

export async function readPassword(
  environment: CliEnvironment,
  flags: PasswordFlags,
): Promise<string | null> {
  if (flags.passwordStdin) {
    const password = (await readAll(environment.stdin)).replace(/\r?\n$/, '');
    if (password === '')
      throw usageError('stdin contains no password.', 'Pipe the password in, or remove --password-stdin.');
    return password;
  }
  if (flags.password) {
    const { promptSecret } = await import('../display/prompt.ts');
    return promptSecret(environment, 'PDF password: ');
  }
  return environment.env['OCTAVO_PDF_PASSWORD'] || null;
}
