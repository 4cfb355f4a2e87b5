/** The help of every command, word for word. */
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { run } from '../run.ts';
import { fakeWorld } from '../testing/fake-world.ts';
import { buildProgram } from './program.ts';

const program = buildProgram(() => async () => {}, fakeWorld());

function pathsOf(command: Command, path: readonly string[] = []): (readonly string[])[] {
  return [path, ...command.commands.flatMap((child) => pathsOf(child, [...path, child.name()]))];
}

const paths = pathsOf(program).filter((path) => path[0] !== 'complete');

it('has the commands that are promised', () => {
  expect(paths.map((path) => path.join(' '))).toEqual([
    '',
    'convert',
    'inspect',
    'jobs',
    'jobs list',
    'jobs get',
    'jobs wait',
    'jobs download',
    'jobs delete',
    'jobs open',
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
    'completion',
  ]);
});

it.each(paths.map((path) => [path.join(' '), path] as const))('octavo %s --help', async (_, path) => {
  const world = fakeWorld();
  expect(await run([...path, '--help'], world)).toBe(0);
  expect(world.shownOnStderr()).toBe('');
  expect(world.shownOnStdout()).toMatchSnapshot();
});

it('shows the help to whoever types octavo alone', async () => {
  const world = fakeWorld();
  expect(await run([], world)).toBe(0);
  expect(world.shownOnStdout()).toContain('Usage: octavo <command>');
});

it('shows the commands of a group on stderr, as a wrong usage', async () => {
  const world = fakeWorld();
  expect(await run(['jobs'], world)).toBe(2);
  expect(world.shownOnStdout()).toBe('');
  expect(world.shownOnStderr()).toContain('octavo jobs <command>');
});

it('prints its version', async () => {
  const world = fakeWorld();
  expect(await run(['--version'], world)).toBe(0);
  expect(world.shownOnStdout()).toMatch(/^\d+\.\d+\.\d+\n$/);
});
