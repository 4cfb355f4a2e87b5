/** The command tree: names, options and help. The implementation of a command is loaded when it is called. */
import { Command } from 'commander';
import type { CliEnvironment } from '../cli-environment.ts';
import { hasColors } from '../display/style.ts';
import { version } from '../version.ts';
import { addAccountCommands } from './account.ts';
import { addGlobalOptions } from './add-global-options.ts';
import { addCitationCommands } from './citations.ts';
import type { LazyAction } from './command-handler.ts';
import { addConvertCommands } from './convert.ts';
import { addDiffCommand } from './diff.ts';
import { addJobCommands } from './jobs.ts';
import { addKeyCommands } from './keys.ts';
import { addNotes } from './notes.ts';
import { addReadCommands } from './read.ts';
import { addSettingsCommands } from './settings.ts';
import { addShareCommands } from './share.ts';
import { addShellCommands } from './shell.ts';

type Screen = Pick<CliEnvironment, 'env' | 'stdout' | 'stderr'>;

function configure(program: Command, screen: Screen): void {
  program
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => screen.stdout.write(text),
      writeErr: (text) => screen.stderr.write(text),
      // `run` prints errors, in the same form as all other errors.
      outputError: () => {},
      getOutHelpWidth: () => Math.min(screen.stdout.columns ?? 100, 100),
      getErrHelpWidth: () => Math.min(screen.stderr.columns ?? 100, 100),
      getOutHasColors: () => hasColors(screen, screen.stdout),
      getErrHasColors: () => hasColors(screen, screen.stderr),
    });
}

export function buildProgram(lazyAction: LazyAction, screen: Screen): Command {
  const program = new Command('octavo');
  configure(program, screen);
  program
    .description('Converts PDF files to markdown, json, html, text, tagged PDF, annotated PDF and images.')
    .usage('<command> [options]')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .showSuggestionAfterError(true);
  addGlobalOptions(program);
  addConvertCommands(program, lazyAction);
  addReadCommands(program, lazyAction);
  addJobCommands(program, lazyAction);
  addCitationCommands(program, lazyAction);
  addDiffCommand(program, lazyAction);
  addShareCommands(program, lazyAction);
  addAccountCommands(program, lazyAction);
  addKeyCommands(program, lazyAction);
  addSettingsCommands(program, lazyAction);
  addShellCommands(program, lazyAction);
  addNotes(
    program,
    `Get started:
  octavo login --base-url https://octavo.example.com
  octavo convert report.pdf > report.md`,
  );
  return program;
}
