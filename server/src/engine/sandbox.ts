/** The sandbox of a host process: the bubblewrap command line, and resource limits. */
import { existsSync, realpathSync } from 'node:fs';
import { release } from 'node:os';
import { dirname, join } from 'node:path';
import type { EngineSettings, ProcessLimits } from './settings.ts';
import type { SlotDirectory } from './slot-directory.ts';

/** Where a host process sees its files. */
export type HostView = { readonly input: string; readonly out: string; readonly temp: string };

export type Launch = {
  readonly settings: EngineSettings;
  readonly limits: ProcessLimits;
  readonly directory: SlotDirectory;
  /** Absolute path of the java program, symbolic links resolved. */
  readonly java: string;
  readonly engineJar: string;
  readonly hostJar: string;
  /** cgroup.procs files that the process writes its id to; none without cgroups. */
  readonly cgroupProcsFiles: readonly string[];
};

const sandboxView: HostView = { input: '/in/document.pdf', out: '/out', temp: '/tmp' };

/** Read-only parts of /etc that a Debian JDK and its font code need; none contains a secret. */
const etcParts = [
  '/etc/fonts',
  '/etc/ld.so.cache',
  '/etc/java-17-openjdk',
  '/etc/java-21-openjdk',
  '/etc/java-25-openjdk',
];

export function hostView(settings: EngineSettings, directory: SlotDirectory): HostView {
  if (settings.sandbox === 'off') {
    return { input: join(directory.in, 'document.pdf'), out: directory.out, temp: directory.temp };
  }
  return sandboxView;
}

/** bubblewrap reads the seccomp filter from this descriptor. */
const seccompDescriptor = '3';

/** Writes the shell's id to each file before `--`, then executes the command after it. */
const joinGroups = 'while [ "$1" != -- ]; do echo $$ > "$1" || exit 1; shift; done; shift; exec "$@"';

/** The whole command, from joining the cgroup to the JVM; each step executes the next. */
export function launchCommand(launch: Launch): string[] {
  const { settings, limits, cgroupProcsFiles } = launch;
  const sandboxArgs = settings.sandbox === 'off' ? [] : bubblewrap(launch);
  const jars =
    settings.sandbox === 'off'
      ? { host: launch.hostJar, engine: launch.engineJar }
      : { host: '/app/host.jar', engine: '/app/engine.jar' };
  const join =
    cgroupProcsFiles.length > 0 ? ['/bin/sh', '-c', joinGroups, 'sh', ...cgroupProcsFiles, '--'] : [];
  return [
    ...join,
    ...resourceLimits(limits),
    ...(settings.sandbox === 'off' ? [] : unprivileged(settings)),
    ...sandboxArgs,
    ...(settings.sandbox === 'off' ? [] : taskLimit(limits)),
    ...javaCommand(launch.java, limits, hostView(settings, launch.directory).temp, jars),
  ];
}

function resourceLimits(limits: ProcessLimits): string[] {
  return ['prlimit', '--core=0', `--nofile=${limits.openFilesMax}`, `--fsize=${limits.fileBytesMax}`];
}

/**
 * Set inside the sandbox, where the kernel counts only its tasks. Before Linux 5.14 the limit counts all tasks of the
 * user on the machine, so no value would be right.
 */
function taskLimit({ tasksMax }: ProcessLimits): string[] {
  return countsTasksBySandbox() ? ['/usr/bin/prlimit', `--nproc=${tasksMax}`, '--'] : [];
}

export function countsTasksBySandbox(kernel: string = release()): boolean {
  const [major = 0, minor = 0] = kernel.split('.').map((part) => Number.parseInt(part, 10));
  return major > 5 || (major === 5 && minor >= 14);
}

/** bubblewrap started by root would run as root, so root drops its privileges first. */
function unprivileged(settings: EngineSettings): string[] {
  if (process.getuid?.() !== 0) {
    return ['setpriv', '--no-new-privs'];
  }
  const user = [`--reuid=${settings.sandboxUid}`, `--regid=${settings.sandboxGid}`, '--clear-groups'];
  return ['setpriv', ...user, '--no-new-privs'];
}

export function bubblewrap(launch: Launch): string[] {
  const { directory, limits } = launch;
  const javaHome = dirname(dirname(launch.java));
  const readOnly = [
    ...(javaHome.startsWith('/usr/') ? [] : [javaHome]),
    ...etcParts.filter((part) => existsSync(part)),
  ];
  return [
    'bwrap',
    ...['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent', '--new-session'],
    ...['--cap-drop', 'ALL', '--clearenv', '--seccomp', seccompDescriptor],
    ...['--ro-bind', '/usr', '/usr', ...systemLinks()],
    ...readOnly.flatMap((path) => ['--ro-bind', path, path]),
    ...['--ro-bind', launch.engineJar, '/app/engine.jar', '--ro-bind', launch.hostJar, '/app/host.jar'],
    ...['--proc', '/proc', '--dev', '/dev', '--remount-ro', '/dev'],
    ...['--size', String(limits.tempBytesMax), '--tmpfs', '/tmp'],
    ...['--ro-bind', directory.in, '/in', '--bind', directory.out, '/out'],
    ...['--remount-ro', '/', '--chdir', '/tmp'],
    ...['--setenv', 'LANG', 'C.UTF-8', '--setenv', 'MALLOC_ARENA_MAX', '2'],
    '--',
  ];
}

/** On merged systems /bin and /lib are links into /usr; elsewhere they are directories. */
function systemLinks(): string[] {
  return ['/bin', '/lib', '/lib64'].flatMap((path) => {
    if (!existsSync(path)) {
      return [];
    }
    const target = realpathSync(path);
    return target === path ? ['--ro-bind', path, path] : ['--symlink', target.slice(1), path];
  });
}

/** The second compiler (C2) costs more time than its code saves during the life of a process. */
export const oneCompiler = '-XX:TieredStopAtLevel=1';

/** After a tenth of the usual number of calls: what the first compiler makes is cheap to make (decision 24). */
const earlyCompilation = '-XX:CompileThresholdScaling=0.1';

type Jars = { readonly host: string; readonly engine: string };

/** SerialGC fails fast when memory is exhausted; the others were seen to thrash for minutes. */
function javaCommand(java: string, limits: ProcessLimits, temp: string, jars: Jars): string[] {
  const heapMib = Math.floor(limits.heapBytes / 1_048_576);
  return [
    java,
    `-Xmx${heapMib}m`,
    ...[
      '-XX:+UseSerialGC',
      oneCompiler,
      earlyCompilation,
      '-XX:+ExitOnOutOfMemoryError',
      '-XX:+DisplayVMOutputToStderr',
      '-XX:-UsePerfData',
    ],
    ...['-XX:MaxMetaspaceSize=192m', '-XX:MaxDirectMemorySize=64m', '-XX:ReservedCodeCacheSize=128m'],
    ...['-XX:ErrorFile=/dev/null', '-Xshare:auto', '-Djava.awt.headless=true', '-Duser.timezone=UTC'],
    ...['-Dfile.encoding=UTF-8', `-Djava.io.tmpdir=${temp}`, `-Duser.home=${temp}`],
    ...[`-javaagent:${jars.host}`, '-cp', `${jars.host}:${jars.engine}`, 'octavo.host.Main'],
  ];
}
