/** Everything an operator may decide about the engine, with the shipped value of each. */
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineMetrics } from '../ports/engine.ts';

export type LogLevel = 'info' | 'warn' | 'error';
export type EngineLog = (level: LogLevel, event: string, fields: Readonly<Record<string, unknown>>) => void;

export type ProcessLimits = {
  /** Java heap; the process needs about half as much again beside it. */
  readonly heapBytes: number;
  /** The whole process group, heap and everything else; above it the group is killed. */
  readonly memoryBytesMax: number;
  /** Temp files live in memory of the sandbox and count towards `memoryBytesMax`; a quarter is kept as a warning zone. */
  readonly tempBytesMax: number;
  readonly openFilesMax: number;
  /** Threads and processes together. */
  readonly tasksMax: number;
  /** Size of any single file the process writes. */
  readonly fileBytesMax: number;
  /** All outputs of one document together. */
  readonly outputBytesMax: number;
  readonly outputFilesMax: number;
  /** CPU time of one document, as a multiple of its time limit. */
  readonly cpuPerWallMax: number;
};

export type EngineSettings = {
  /** Conversions at once; each slot is one warm JVM. 0 for a process that only admits. */
  readonly slots: number;
  /** Admission checks at once. 0 for a process that only converts. */
  readonly preflightSlots: number;
  /** Inspections at once, in processes of their own: an admission check never waits behind one. 0 for none. */
  readonly inspectSlots: number;
  /** A process is replaced after this many documents; young ones are slow, so not too few. */
  readonly documentsPerProcess: number;
  readonly preflightTimeoutMs: number;
  /** How long an admission check may wait for a free process. */
  readonly preflightWaitMs: number;
  /** After this an inspection answers with what it has found. */
  readonly inspectTimeoutMs: number;
  /** How long an inspection may wait for a free process. */
  readonly inspectWaitMs: number;
  /** Requests of one account in a pool, in a process or waiting for one; further ones are refused at once. */
  readonly underWayPerAccountMax: number;
  /** How long a process may take from start to ready. */
  readonly startTimeoutMs: number;
  /** Share of a conversion's time limit that drawing pages may take, to see what cannot be seen on them. 0 never looks. */
  readonly hiddenTextShare: number;
  /** Documents with more pages are refused. */
  readonly pagesMax: number;
  /**
   * Home of the slots' directories, on a disk with room for the largest document and its outputs. Never shared between
   * machines or containers: at the start, directories of processes that do not exist here are removed.
   */
  readonly workDir: string;
  /** Absolute path of the `java` program, version 17 or later. */
  readonly javaPath: string;
  /** Of the engine's jar, in place of the one this version was measured with; null for that one. */
  readonly jarSha256: string | null;
  /** `off` runs hostile input with the rights of this process. Only for machines that hold nothing else. */
  readonly sandbox: 'required' | 'off';
  /** A delegated cgroup directory; null tries the process's own. */
  readonly cgroupDir: string | null;
  /** User and group for the sandbox when this process is root; otherwise it keeps its own. */
  readonly sandboxUid: number;
  readonly sandboxGid: number;
  readonly convert: ProcessLimits;
  readonly preflight: ProcessLimits;
  readonly log: EngineLog;
  readonly metrics: EngineMetrics;
};

const mebibyte = 1_048_576;

/** A JVM was measured to run 20 threads of its own; its pools take up to two more for each core. */
const tasksMax = 128 + 2 * availableParallelism();

export const defaultSettings: EngineSettings = {
  slots: 1,
  preflightSlots: 2,
  inspectSlots: 0,
  documentsPerProcess: 2_000,
  preflightTimeoutMs: 5_000,
  preflightWaitMs: 5_000,
  inspectTimeoutMs: 10_000,
  inspectWaitMs: 5_000,
  underWayPerAccountMax: 64,
  startTimeoutMs: 20_000,
  hiddenTextShare: 0.25,
  pagesMax: 10_000,
  workDir: join(tmpdir(), 'octavo-engine'),
  javaPath: '/usr/bin/java',
  jarSha256: null,
  sandbox: 'required',
  cgroupDir: null,
  sandboxUid: 65_534,
  sandboxGid: 65_534,
  convert: {
    heapBytes: 2_048 * mebibyte,
    memoryBytesMax: 3_072 * mebibyte,
    tempBytesMax: 512 * mebibyte,
    openFilesMax: 1_024,
    tasksMax,
    fileBytesMax: 2_048 * mebibyte,
    outputBytesMax: 4_096 * mebibyte,
    outputFilesMax: 20_000,
    cpuPerWallMax: 2,
  },
  preflight: {
    heapBytes: 256 * mebibyte,
    memoryBytesMax: 768 * mebibyte,
    tempBytesMax: 64 * mebibyte,
    openFilesMax: 256,
    tasksMax,
    fileBytesMax: 64 * mebibyte,
    outputBytesMax: mebibyte,
    outputFilesMax: 1,
    cpuPerWallMax: 2,
  },
  log: () => {},
  metrics: { waited: () => {}, restarted: () => {}, refused: () => {} },
};

export type EngineSettingsChange = Partial<Omit<EngineSettings, 'convert' | 'preflight'>> & {
  readonly convert?: Partial<ProcessLimits>;
  readonly preflight?: Partial<ProcessLimits>;
};

/** In less, a file that does not fit comes and goes between two looks at the room that is left. */
const tempBytesMin = 64 * mebibyte;

export function engineSettings(change: EngineSettingsChange = {}): EngineSettings {
  const settings = {
    ...defaultSettings,
    ...change,
    convert: { ...defaultSettings.convert, ...change.convert },
    preflight: { ...defaultSettings.preflight, ...change.preflight },
  };
  if (Math.min(settings.convert.tempBytesMax, settings.preflight.tempBytesMax) < tempBytesMin) {
    throw new Error(`tempBytesMax must be at least ${tempBytesMin} bytes.`);
  }
  return settings;
}
