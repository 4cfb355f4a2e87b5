/** The environment variables of a service set, as KEY=value lines that a shell and Node both read. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceSet } from './service-set.ts';

export const envFilePath = (set: ServiceSet) => join(set.directory, 'env');

/** Values that would need quoting are refused: shells and Node's --env-file disagree on how to quote. */
export function formatEnv(variables: Readonly<Record<string, string>>): string {
  const lines = Object.entries(variables).map(([name, value]) => {
    if (!/^[A-Z][A-Z0-9_]*$/.test(name)) throw new TypeError(`"${name}" is not a variable name`);
    if (!/^[\w.:/@%+=,-]*$/.test(value)) throw new TypeError(`${name} holds a character that needs quoting`);
    return `${name}=${value}\n`;
  });
  return lines.join('');
}

export function parseEnv(text: string): Record<string, string> {
  const pairs = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): [string, string] => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)];
    });
  return Object.fromEntries(pairs);
}

export function writeEnvFile(set: ServiceSet, variables: Readonly<Record<string, string>>): void {
  const path = envFilePath(set);
  writeFileSync(`${path}.new`, formatEnv(variables));
  renameSync(`${path}.new`, path);
}
