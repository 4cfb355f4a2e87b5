/** Detects the runtime: browser features, and built-in modules of Node, Bun and Deno hidden from bundlers. */
import { InputError } from '../errors/octavo-error.ts';

type Builtins = {
  readonly 'node:fs/promises': typeof import('node:fs/promises');
  readonly 'node:path': typeof import('node:path');
  readonly 'node:url': typeof import('node:url');
};

type Process = {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly getBuiltinModule?: (name: string) => unknown;
  readonly versions?: { readonly node?: string };
};

function processOf(): Process | undefined {
  return (globalThis as { process?: Process }).process;
}

export function readEnv(name: string): string | undefined {
  const value = processOf()?.env?.[name]?.trim();
  return value === '' ? undefined : value;
}

/** A page with a document, not a server that defines `window`. */
export function isBrowser(): boolean {
  const { window } = globalThis as { window?: { document?: unknown } };
  return typeof window === 'object' && window.document !== undefined;
}

/** Streaming request bodies need a server runtime: browsers support them only over HTTP/2, and not all of them. */
export function canStreamRequests(): boolean {
  return processOf()?.versions?.node !== undefined && !isBrowser();
}

export function originOfPage(): string | undefined {
  const { location } = globalThis as { location?: { origin?: string } };
  const origin = isBrowser() ? location?.origin : undefined;
  return origin === 'null' ? undefined : origin;
}

/** Imports by a variable name, because bundlers for browsers would otherwise try to resolve the module. */
export async function builtin<Name extends keyof Builtins>(name: Name): Promise<Builtins[Name]> {
  const known = processOf()?.getBuiltinModule?.(name);
  if (known) return known as Builtins[Name];
  const specifier: string = name;
  try {
    return await import(/* webpackIgnore: true */ /* @vite-ignore */ specifier);
  } catch (cause) {
    throw new InputError(
      'This runtime has no file system.',
      'Pass a File, a Blob or bytes instead of a path, and read results as text or bytes instead of saving them.',
      { cause },
    );
  }
}
