/** The command tree: names, options and help. What the commands do is loaded when one is called. */
import { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import type { Context } from '../context.ts';
import { hasColors } from '../display/style.ts';
import type { ExitName } from '../exit-codes.ts';
import type { World } from '../world.ts';
import { addAccountCommands } from './account.ts';
import { addConvertCommands } from './convert.ts';
import { addGlobalOptions } from './global-options.ts';
import { addJobCommands } from './jobs.ts';
import { addKeyCommands } from './keys.ts';
import { addSettingsCommands } from './settings.ts';
import { addShellCommands } from './shell.ts';

/** What a command does: it prints, and answers how it ended if not well. */
export type Handler = (
  context: Context,
  options: never,
  ...args: never[]
) => Promise<ExitName | undefined> | Promise<void>;

/** Makes of a handler that is yet to be loaded the action of a command. */
export type Start = (load: () => Promise<Handler>) => (...args: unknown[]) => Promise<void>;

export const version: string = manifest.version;

type Screen = Pick<World, 'env' | 'stdout' | 'stderr'>;

function configure(program: Command, screen: Screen): void {
  program
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => screen.stdout.write(text),
      writeErr: (text) => screen.stderr.write(text),
      // Errors get the form of all our errors where they are caught.
      outputError: () => {},
      getOutHelpWidth: () => Math.min(screen.stdout.columns ?? 100, 100),
      getErrHelpWidth: () => Math.min(screen.stderr.columns ?? 100, 100),
      getOutHasColors: () => hasColors(screen, screen.stdout),
      getErrHasColors: () => hasColors(screen, screen.stderr),
    });
}

export function buildProgram(start: Start, screen: Screen): Command {
  const program = new Command('octavo');
  configure(program, screen);
  program
    .description('Turns PDF files into markdown, json, html, text, tagged PDF, annotated PDF and images.')
    .usage('<command> [options]')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .showSuggestionAfterError(true);
  addGlobalOptions(program);
  addConvertCommands(program, start);
  addJobCommands(program, start);
  addAccountCommands(program, start);
  addKeyCommands(program, start);
  addSettingsCommands(program, start);
  addShellCommands(program, start);
  program.addHelpText('after', '\nFirst: octavo login, then octavo convert report.pdf > report.md');
  return program;
}
