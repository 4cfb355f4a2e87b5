/** Fault scenarios do not import the server, and each has a negative control that makes it fail. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { invariants } from '@octavo/testkit/invariants/check.ts';
import { editsOf, removeSafeguard } from '@octavo/testkit/runner/without-safeguard.ts';
import { safeguards } from '@octavo/testkit/safeguards.ts';
import { describe, expect, it } from 'vitest';
import { allRuns } from './runs/all.ts';

const here = import.meta.dirname;
const root = dirname(here);
const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

function serverImports(file: string, text: string): string[] {
  const named = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
  return named.filter(
    (name) =>
      name.startsWith('@octavo/server') ||
      (name.startsWith('.') && relative(root, resolve(dirname(file), name)).startsWith('server/')),
  );
}

describe('the fault scenarios', () => {
  it('do not import the server', () => {
    const found = files.flatMap((name) => {
      const file = join(here, name);
      return serverImports(file, readFileSync(file, 'utf8')).map((specifier) => `${name} -> ${specifier}`);
    });
    expect(found).toEqual([]);
  });

  it('detect an import of the server', () => {
    const line = "import { openStore } from '../../server/src/postgres/store.ts';";
    expect(serverImports(join(here, 'runs', 'planted.ts'), line)).toHaveLength(1);
  });

  it('have distinct names, and a corruption that an invariant detects', () => {
    expect(new Set(allRuns.map(({ name }) => name)).size).toBe(allRuns.length);
    const known = new Set(invariants.map(({ id }) => id));
    for (const { name, corruptions } of allRuns) {
      const noticed = corruptions.flatMap(({ noticedBy }) => noticedBy);
      expect({ name, noticed: noticed.filter((id) => known.has(id)).length > 0 }).toEqual({
        name,
        noticed: true,
      });
    }
  });

  it('have safeguards whose patches still apply', () => {
    const guarded = new Set(safeguards.map(({ run }) => run));
    expect(allRuns.map(({ name }) => name).filter((name) => !guarded.has(name))).toEqual([]);
    for (const edit of safeguards.flatMap(editsOf)) {
      const source = readFileSync(join(root, edit.file), 'utf8');
      expect(removeSafeguard(source, edit)).not.toBe(source);
    }
  });

  it('detect a safeguard that was moved', () => {
    const [guard] = safeguards as [(typeof safeguards)[0]];
    expect(() => removeSafeguard('unrelated text', guard)).toThrow('exactly once');
    expect(() => removeSafeguard(guard.from + guard.from, guard)).toThrow('exactly once');
  });
});
