/** What every command works with: output, settings, and a client of the server. */
import type { Octavo, OctavoOptions } from '@octavo/sdk';
import type { CliEnvironment } from './cli-environment.ts';
import { type Styles, stylesFor } from './display/style.ts';
import type { GlobalOptions } from './options/global-options.ts';
import type { Settings } from './settings/settings.ts';

export type Context = {
  readonly environment: CliEnvironment;
  readonly globalOptions: GlobalOptions;
  /** Styles for stdout and for stderr. */
  readonly out: Styles;
  readonly err: Styles;
  /** Prints a line of the result to stdout. */
  print(line: string): void;
  /** Prints the result as JSON to stdout. */
  printJson(value: unknown): void;
  /** Prints a note to stderr, unless --quiet is set. */
  note(line: string): void;
  settings(): Promise<Settings>;
  client(options?: OctavoOptions): Promise<Octavo>;
};

export function openContext(environment: CliEnvironment, globalOptions: GlobalOptions): Context {
  let settings: Promise<Settings> | undefined;
  const readSettings = async () => {
    settings ??= import('./settings/settings.ts').then((module) =>
      module.readSettings(environment, globalOptions),
    );
    return settings;
  };
  return {
    environment,
    globalOptions,
    out: stylesFor(environment, environment.stdout),
    err: stylesFor(environment, environment.stderr),
    print: (line) => void environment.stdout.write(`${line}\n`),
    printJson: (value) => void environment.stdout.write(`${JSON.stringify(value, null, 2)}\n`),
    note: (line) => {
      if (!globalOptions.quiet) environment.stderr.write(`${line}\n`);
    },
    settings: readSettings,
    async client(options) {
      const { openClient } = await import('./settings/open-client.ts');
      return openClient(environment, globalOptions, await readSettings(), options);
    },
  };
}
