/** Node's cache of compiled modules for the processes of a run, where the caller has one: they start in half the CPU time. */
const directory = process.env['NODE_COMPILE_CACHE'];

export const compileCache: Readonly<Record<string, string>> = directory
  ? { ['NODE_COMPILE_CACHE']: directory }
  : {};
