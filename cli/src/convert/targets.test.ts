/** Results are written to the expected paths, and never overwrite each other or an input. */
import { describe, expect, it } from 'vitest';
import type { InputFile } from './inputs.ts';
import { pathsOf, planTargets, stemOf } from './targets.ts';

const cwd = '/project';
const file = (path: string, subdirectory = ''): InputFile => ({
  path,
  absolute: `${cwd}/${path}`,
  subdirectory,
});
const plan = { cwd, output: undefined, formats: ['markdown'], platform: 'linux' } as const;

describe('planTargets', () => {
  it('puts results next to their PDF', () => {
    const [target] = planTargets([file('docs/a.pdf', 'docs')], plan);
    expect(target && pathsOf(target, ['markdown', 'tagged-pdf', 'images'])).toEqual([
      '/project/docs/a.md',
      '/project/docs/a-tagged.pdf',
      '/project/docs/a-images',
    ]);
  });

  it('keeps the paths relative to the input directory', () => {
    const files = [file('docs/2025/a.pdf', '2025'), file('docs/2026/a.pdf', '2026')];
    const targets = planTargets(files, { ...plan, output: 'out' });
    expect(targets.map(({ directory, id }) => [directory, id])).toEqual([
      ['/project/out/2025', 'out/2025/a'],
      ['/project/out/2026', 'out/2026/a'],
    ]);
  });

  it('rejects two files with the same result path', () => {
    const files = [file('x/a.pdf'), file('y/a.pdf')];
    expect(() => planTargets(files, { ...plan, output: 'out' })).toThrow(
      'x/a.pdf and y/a.pdf would both be written to out/a.md.',
    );
  });

  it('handles case-insensitive file systems', () => {
    const files = [file('a.pdf'), file('A.pdf')];
    expect(planTargets(files, plan)).toHaveLength(2);
    expect(() => planTargets(files, { ...plan, platform: 'darwin' })).toThrow('would both be written');
  });

  it('rejects a result that would overwrite an input', () => {
    const files = [file('a.pdf'), file('a-tagged.pdf')];
    expect(() => planTargets(files, { ...plan, formats: ['tagged-pdf'] })).toThrow(
      'A result of a.pdf would overwrite the input a-tagged.pdf',
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
  ])('the stem of %s is %s', (path, stem) => {
    expect(stemOf(path)).toBe(stem);
  });
});
