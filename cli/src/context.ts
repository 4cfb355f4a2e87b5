/** What every command works with: where to print, how to reach the service, and when to stop. */
import type { Octavo, OctavoOptions } from '@octavo/sdk';
import { type Styles, stylesFor } from './display/style.ts';
import type { Globals } from './program/global-options.ts';
import type { Settings } from './settings/settings.ts';
import type { World } from './world.ts';

export type Context = {
  readonly world: World;
  readonly globals: Globals;
  /** Styles for stdout and for stderr. */
  readonly out: Styles;
  readonly err: Styles;
  /** A line of the result. */
  print(line: string): void;
  /** The result for programs. */
  printJson(value: unknown): void;
  /** A line about the result, which --quiet silences. */
  note(line: string): void;
  settings(): Promise<Settings>;
  client(options?: OctavoOptions): Promise<Octavo>;
};

export function openContext(world: World, globals: Globals): Context {
  let settings: Promise<Settings> | undefined;
  const readSettings = async () => {
    settings ??= import('./settings/settings.ts').then((module) => module.readSettings(world, globals));
    return settings;
  };
  return {
    world,
    globals,
    out: stylesFor(world, world.stdout),
    err: stylesFor(world, world.stderr),
    print: (line) => void world.stdout.write(`${line}\n`),
    printJson: (value) => void world.stdout.write(`${JSON.stringify(value, null, 2)}\n`),
    note: (line) => {
      if (!globals.quiet) world.stderr.write(`${line}\n`);
    },
    settings: readSettings,
    async client(options) {
      const { openClient } = await import('./settings/open-client.ts');
      return openClient(world, globals, await readSettings(), options);
    },
  };
}
