/** The password that opens a PDF, from anywhere but the command line, which every process of a machine can read. */
import { usageError } from '../errors/cli-error.ts';
import type { Input, World } from '../world.ts';

export type PasswordFlags = { readonly password?: true; readonly passwordStdin?: true };

export async function readAll(stream: Input): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts).toString('utf8');
}

export async function readPassword(world: World, flags: PasswordFlags): Promise<string | null> {
  if (flags.passwordStdin) {
    const password = (await readAll(world.stdin)).replace(/\r?\n$/, '');
    if (password === '')
      throw usageError('No password came from stdin.', 'Pipe it in, or leave --password-stdin out.');
    return password;
  }
  if (flags.password) {
    const { askSecret } = await import('../display/prompt.ts');
    return askSecret(world, 'Password of the PDF: ');
  }
  return world.env['OCTAVO_PDF_PASSWORD'] || null;
}
