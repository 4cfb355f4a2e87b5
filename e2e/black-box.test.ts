/** The suite is a black box: nothing below e2e imports the server, and every visible sentence of the contract has a test. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue/catalogue.ts';
import { idsOf } from './conformance-report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const suite = join(root, 'e2e');
const files = readdirSync(suite, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && file !== 'black-box.test.ts')
  .map((file) => join(suite, file));

/** Every module a file names, whether imported, exported from or loaded later. */
function importsOf(text: string): readonly string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
}

const leadsToServer = (file: string, specifier: string) =>
  specifier.startsWith('@octavo/server') ||
  (specifier.startsWith('.') && relative(root, resolve(dirname(file), specifier)).startsWith('server/'));

describe('the black box', () => {
  it('imports nothing of the server', () => {
    const found = files.flatMap((file) =>
      importsOf(readFileSync(file, 'utf8'))
        .filter((specifier) => leadsToServer(file, specifier))
        .map((specifier) => `${relative(root, file)} -> ${specifier}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    "import { app } from '../../server/src/http/app.ts';",
    "const { app } = await import('../../../e2e/../server/src/http/app.ts');",
    "export * from '@octavo/server';",
  ])('detects %s', (line) => {
    const file = join(suite, 'spec', 'planted.ts');
    const deeper = join(suite, 'spec', 'jobs', 'planted.ts');
    const hits = [file, deeper].flatMap((path) =>
      importsOf(line).filter((name) => leadsToServer(path, name)),
    );
    expect(hits).not.toEqual([]);
  });

  it('imports in its tests neither services nor processes of the stack', () => {
    const tests = files.filter((file) => relative(suite, file).startsWith('spec/'));
    const strange = tests.flatMap((file) =>
      importsOf(readFileSync(file, 'utf8')).filter(
        (specifier) =>
          (specifier.startsWith('.') &&
            !/^(spec|catalogue|runs)/.test(relative(suite, resolve(dirname(file), specifier)))) ||
          (specifier.startsWith('@octavo/testkit/') &&
            !/^@octavo\/testkit\/(client|documents|service-under-test|processes\/resident-memory|runner\/figures)/.test(
              specifier,
            )),
      ),
    );
    expect(strange).toEqual([]);
  });
});

describe('the catalogue', () => {
  const tests = files.filter(
    (file) => file.endsWith('.test.ts') && relative(suite, file).startsWith('spec/'),
  );
  const proven = new Set(
    tests.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^\s*it\(\s*(['"`])(.*?)\1,/gm)].flatMap((match) =>
        idsOf(match[2] ?? ''),
      ),
    ),
  );
  const visible = [...catalogue].filter(([, sentence]) => typeof sentence === 'string').map(([id]) => id);

  it('has a test for every sentence that can be seen from outside', () => {
    expect(visible.filter((id) => !proven.has(id))).toEqual([]);
  });

  it('has every sentence that a test names in its title', () => {
    expect([...proven].filter((id) => !visible.includes(id))).toEqual([]);
  });

  it('names a file that exists for every other', () => {
    const named = [...catalogue.values()].flatMap((sentence) =>
      typeof sentence === 'string' ? [] : [sentence.shownBy],
    );
    expect(named.filter((name) => name.startsWith('server/') && !existsSync(join(root, name)))).toEqual([]);
  });

  it('is complete in the committed table, and every line of it passes', () => {
    const table = readFileSync(join(root, 'docs/reference/conformance.md'), 'utf8');
    const rows = [...table.matchAll(/^\| ([SO]-\d{3}) \|.*\| (.+) \|$/gm)];
    expect(rows.map(([, id]) => id).sort()).toEqual([...catalogue.keys()].sort());
    const outcomes = new Set(rows.map(([, , outcome]) => outcome));
    expect(outcomes).toEqual(new Set(['pass', 'not visible from outside']));
  });

  it('is proven by tests that all run: none is skipped, focused or marked as todo', () => {
    const marked = tests.filter((file) =>
      /\.(skip|only|todo|fails|skipIf|runIf)\b/.test(readFileSync(file, 'utf8')),
    );
    expect(marked).toEqual([]);
  });
});
