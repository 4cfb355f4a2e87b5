/** The list of variables is the truth. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { variables } from './variables.ts';

const sources = fileURLToPath(new URL('..', import.meta.url));
/** Those that belong to the system and mean to us what they mean to everybody. */
const ofTheSystem = ['HOME', 'XDG_CONFIG_HOME', 'APPDATA', 'TERM', 'LC_ALL', 'LC_CTYPE', 'LANG'];
const aboutNode = ['NODE_USE_ENV_PROXY', 'NODE_OPTIONS'];

it('every variable that is read is listed, and no other', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'),
  );
  const read = files.flatMap((file) =>
    [...readFileSync(join(sources, file), 'utf8').matchAll(/\benv\['(\w+)'\]/g)].map(([, name = '']) => name),
  );
  const ours = [...new Set(read)].filter((name) => ![...ofTheSystem, ...aboutNode].includes(name));
  expect(ours.sort()).toEqual(Object.keys(variables).sort());
});
