/** The signature of a command's implementation, and how the command tree refers to one without loading it. */
import type { Context } from '../context.ts';
import type { ExitName } from '../exit-codes.ts';

/** Prints the result. Returns how the command ended, or nothing for success. */
export type CommandHandler = (
  context: Context,
  options: never,
  ...args: never[]
) => Promise<ExitName | undefined> | Promise<void>;

/** Turns a handler that is loaded on first use into the action of a command. */
export type LazyAction = (load: () => Promise<CommandHandler>) => (...args: unknown[]) => Promise<void>;
