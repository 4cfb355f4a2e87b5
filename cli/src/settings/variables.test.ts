/** The list of environment variables is complete. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { variables } from './variables.ts';

const sources = fileURLToPath(new URL('..', import.meta.url));
/** Standard variables, which need no documentation. */
const systemVariables = ['HOME', 'XDG_CONFIG_HOME', 'APPDATA', 'TERM', 'LC_ALL', 'LC_CTYPE', 'LANG'];
const nodeVariables = ['NODE_USE_ENV_PROXY', 'NODE_OPTIONS'];

it('lists exactly the variables that are read', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'),
  );
  const read = files.flatMap((file) =>
    [...readFileSync(join(sources, file), 'utf8').matchAll(/\benv\['(\w+)'\]/g)].map(([, name = '']) => name),
  );
  const documented = [...new Set(read)].filter(
    (name) => ![...systemVariables, ...nodeVariables].includes(name),
  );
  expect(documented.sort()).toEqual(Object.keys(variables).sort());
});
