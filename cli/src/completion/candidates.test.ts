/** Completion offers what the command tree allows, and nothing where a file is expected. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '../program/program.ts';
import { run } from '../run.ts';
import { fakeEnvironment } from '../testing/fake-environment.ts';
import { candidates } from './candidates.ts';
import { scripts } from './scripts.ts';

const program = buildProgram(() => async () => {}, fakeEnvironment());
const words = (...typed: readonly string[]) =>
  candidates(program, typed, ['work', 'home']).map(({ word }) => word);

describe('candidates', () => {
  it('are the commands at first, without hidden ones', () => {
    expect(words('')).toEqual(expect.arrayContaining(['convert', 'jobs', 'doctor']));
    expect(words('')).not.toContain('complete');
    expect(words('co')).toEqual(['convert', 'config', 'completion']);
  });

  it('are the commands of a group', () => {
    expect(words('jobs', 'd')).toEqual(['download', 'delete']);
    expect(words('--json', 'keys', '')).toEqual(['list', 'create', 'revoke']);
  });

  it('are options, including global ones', () => {
    expect(words('convert', '--fo')).toEqual(['--format', '--force']);
    expect(words('jobs', 'list', '--')).toEqual(expect.arrayContaining(['--status', '--json', '--help']));
  });

  it('are values where they are known, also in a list', () => {
    expect(words('convert', '-f', 'ma')).toEqual(['markdown']);
    expect(words('convert', '--format', 'markdown,')).not.toContain('markdown,markdown');
    expect(words('convert', '--format', 'markdown,js')).toEqual(['markdown,json']);
    expect(words('jobs', 'list', '-s', 'p')).toEqual(['pending', 'processing']);
    expect(words('account', '--profile', 'w')).toEqual(['work']);
    expect(words('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  });

  it('are empty where a file is expected', () => {
    expect(words('convert', '')).toEqual([]);
    expect(words('convert', '-o', '')).toEqual([]);
  });
});

describe('octavo complete', () => {
  it('prints one word and its description per line', async () => {
    const environment = fakeEnvironment();
    expect(await run(['complete', '--', 'convert', '--help', '--res'], environment)).toBe(0);
    expect(environment.stdoutText()).toMatch(/^--resume\t[^\n]+\n$/);
  });
});

describe('the bash script', () => {
  it('completes commands, and files where there are no candidates', () => {
    const directory = mkdtempSync(join(tmpdir(), 'octavo-completion-'));
    try {
      const stub = '#!/bin/sh\n[ "$3" = jo ] && printf "jobs\\tList jobs\\n"; exit 0\n';
      writeFileSync(join(directory, 'octavo'), stub);
      writeFileSync(join(directory, 'a file.pdf'), '');
      chmodSync(join(directory, 'octavo'), 0o755);
      const press = (...typed: readonly string[]) =>
        `COMP_WORDS=(octavo ${typed.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${typed.length}; ` +
        // biome-ignore lint/suspicious/noTemplateCurlyInString: an expansion of the shell
        '_octavo 2>/dev/null; printf "[%s]" "${COMPREPLY[@]}"; echo; ';
      const shown = execFileSync(
        'bash',
        ['--norc', '--noprofile', '-c', `${scripts.bash}${press('jo')}${press('convert', 'a')}`],
        {
          cwd: directory,
          encoding: 'utf8',
          env: { PATH: `${directory}:${process.env['PATH']}` },
        },
      );
      expect(shown).toBe('[jobs]\n[a file.pdf]\n');
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
