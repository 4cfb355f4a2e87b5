/** The command line of a writer process: no network, limits of the kernel, of Node's heap, and of Node's permissions. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CodeAccess } from './code-cache.ts';
import type { WriterSettings } from './settings.ts';

/** The directory that holds server/, document/ and node_modules/. */
const root = resolve(import.meta.dirname, '../../..');
const main = join(import.meta.dirname, 'child', 'main.ts');

/** Code, and the package files that say how it is resolved. Not the root itself, which may hold a file of secrets. */
function codePaths(): string[] {
  const documentPackage = dirname(fileURLToPath(import.meta.resolve('@octavo/document/package.json')));
  const paths = [
    join(root, 'package.json'),
    join(root, 'server', 'package.json'),
    join(root, 'server', 'src'),
    join(root, 'server', 'node_modules'),
    join(root, 'node_modules'),
    documentPackage,
  ];
  // Both names of a directory that is a link: Node reads package files by the name that was imported.
  return [...new Set(paths.filter((path) => existsSync(path)).flatMap((path) => [path, realpathSync(path)]))];
}

/**
 * Files are left to Node's permissions, so that the code is found where it is installed. Node uses compiled code only from
 * a directory that it may write to, so this one is mounted read-only.
 */
const withoutNetwork = (code: CodeAccess | null) => [
  'bwrap',
  ...['--unshare-net', '--unshare-ipc', '--unshare-uts', '--die-with-parent', '--cap-drop', 'ALL'],
  ...['--dev-bind', '/', '/'],
  ...(code?.may === 'read' ? ['--ro-bind', code.directory, code.directory] : []),
  ...(code ? ['--setenv', 'NODE_COMPILE_CACHE', code.directory] : []),
  '--',
];

/** Without the sandbox there is no compiled code: nothing would keep a process from changing it. */
export function launchCommand(
  settings: WriterSettings,
  directory: string,
  shared: CodeAccess | null = null,
): string[] {
  const heapMib = Math.floor(settings.heapBytes / 1_048_576);
  const code = settings.sandbox === 'off' ? null : shared;
  const codeDirectories = code ? [code.directory] : [];
  return [
    ...['prlimit', '--core=0', '--nofile=256', `--fsize=${settings.outputBytesMax}`],
    ...(settings.sandbox === 'off' ? [] : withoutNetwork(code)),
    process.execPath,
    `--max-old-space-size=${heapMib}`,
    '--max-semi-space-size=16',
    '--permission',
    '--allow-worker',
    ...[...codePaths(), directory, ...codeDirectories].map((path) => `--allow-fs-read=${path}`),
    ...[directory, ...codeDirectories].map((path) => `--allow-fs-write=${path}`),
    main,
  ];
}
