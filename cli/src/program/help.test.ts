/** The help of every command, word for word. */
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { run } from '../run.ts';
import { fakeEnvironment } from '../testing/fake-environment.ts';
import { buildProgram } from './program.ts';

const program = buildProgram(() => async () => {}, fakeEnvironment());

function pathsOf(command: Command, path: readonly string[] = []): (readonly string[])[] {
  return [path, ...command.commands.flatMap((child) => pathsOf(child, [...path, child.name()]))];
}

const paths = pathsOf(program).filter((path) => path[0] !== 'complete');

it('has the documented commands', () => {
  expect(paths.map((path) => path.join(' '))).toEqual([
    '',
    'convert',
    'watch',
    'inspect',
    'verify',
    'read',
    'search',
    'jobs',
    'jobs list',
    'jobs get',
    'jobs wait',
    'jobs download',
    'jobs outputs',
    'jobs receipt',
    'jobs accessibility',
    'jobs delete',
    'jobs erasure',
    'jobs open',
    'locate',
    'chunks',
    'diff',
    'share',
    'share create',
    'share list',
    'share revoke',
    'account',
    'usage',
    'keys',
    'keys list',
    'keys create',
    'keys revoke',
    'login',
    'logout',
    'config',
    'config list',
    'config get',
    'config set',
    'doctor',
    'mcp',
    'completion',
  ]);
});

it.each(paths.map((path) => [path.join(' '), path] as const))('octavo %s --help', async (_, path) => {
  const environment = fakeEnvironment();
  expect(await run([...path, '--help'], environment)).toBe(0);
  expect(environment.stderrText()).toBe('');
  expect(environment.stdoutText()).toMatchSnapshot();
});

it('prints the help without arguments', async () => {
  const environment = fakeEnvironment();
  expect(await run([], environment)).toBe(0);
  expect(environment.stdoutText()).toContain('Usage: octavo <command>');
});

it('prints the commands of a group to stderr as a usage error', async () => {
  const environment = fakeEnvironment();
  expect(await run(['jobs'], environment)).toBe(2);
  expect(environment.stdoutText()).toBe('');
  expect(environment.stderrText()).toContain('octavo jobs <command>');
});

it('prints its version', async () => {
  const environment = fakeEnvironment();
  expect(await run(['--version'], environment)).toBe(0);
  expect(environment.stdoutText()).toMatch(/^\d+\.\d+\.\d+\n$/);
});
