/** Results go where they are expected, and never onto each other or onto what is still to be read. */
import { describe, expect, it } from 'vitest';
import type { InputFile } from './inputs.ts';
import { pathsOf, planTargets, stemOf } from './targets.ts';

const cwd = '/desk';
const file = (path: string, subdirectory = ''): InputFile => ({
  path,
  absolute: `${cwd}/${path}`,
  subdirectory,
});
const plan = { cwd, output: undefined, formats: ['markdown'], platform: 'linux' } as const;

describe('planTargets', () => {
  it('puts results beside their PDF', () => {
    const [target] = planTargets([file('docs/a.pdf', 'docs')], plan);
    expect(target && pathsOf(target, ['markdown', 'tagged-pdf', 'images'])).toEqual([
      '/desk/docs/a.md',
      '/desk/docs/a-tagged.pdf',
      '/desk/docs/a-images',
    ]);
  });

  it('keeps the places of files below a directory that was named', () => {
    const files = [file('docs/2025/a.pdf', '2025'), file('docs/2026/a.pdf', '2026')];
    const targets = planTargets(files, { ...plan, output: 'out' });
    expect(targets.map(({ directory, id }) => [directory, id])).toEqual([
      ['/desk/out/2025', 'out/2025/a'],
      ['/desk/out/2026', 'out/2026/a'],
    ]);
  });

  it('refuses two files that would be written to the same place', () => {
    const files = [file('x/a.pdf'), file('y/a.pdf')];
    expect(() => planTargets(files, { ...plan, output: 'out' })).toThrow(
      'x/a.pdf and y/a.pdf would both be written to out/a.md.',
    );
  });

  it('knows that some file systems do not tell capital letters from others', () => {
    const files = [file('a.pdf'), file('A.pdf')];
    expect(planTargets(files, plan)).toHaveLength(2);
    expect(() => planTargets(files, { ...plan, platform: 'darwin' })).toThrow('would both be written');
  });

  it('refuses to put a result in the place of a file that is to be converted', () => {
    const files = [file('a.pdf'), file('a-tagged.pdf')];
    expect(() => planTargets(files, { ...plan, formats: ['tagged-pdf'] })).toThrow(
      'A result of a.pdf would take the place of a-tagged.pdf',
    );
  });
});

describe('stemOf', () => {
  it.each([
    ['/a/report.pdf', 'report'],
    ['REPORT.PDF', 'REPORT'],
    ['archive.tar.gz', 'archive.tar.gz'],
    ['what: a "name"?.pdf', 'what_ a _name__'],
    ['.pdf', 'document'],
  ])('%s is called %s', (path, stem) => {
    expect(stemOf(path)).toBe(stem);
  });
});
