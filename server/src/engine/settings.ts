/** The settings of the engine, with their defaults. */
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineMetrics } from '../ports/engine.ts';

export type LogLevel = 'info' | 'warn' | 'error';
export type EngineLog = (level: LogLevel, event: string, fields: Readonly<Record<string, unknown>>) => void;

export type ProcessLimits = {
  /** Java heap; the process needs about half as much in addition. */
  readonly heapBytes: number;
  /** Memory of the whole process group; above it the group is killed. */
  readonly memoryBytesMax: number;
  /** Temp files are in the sandbox's memory and count towards `memoryBytesMax`; the last quarter counts as full. */
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
  /** Concurrent conversions; each slot is a warm JVM. 0 for a process that only checks documents. */
  readonly slots: number;
  /** Concurrent admission checks. 0 for a process that only converts. */
  readonly preflightSlots: number;
  /** Concurrent inspections, in separate processes, so that admission checks never wait for them. 0 for none. */
  readonly inspectSlots: number;
  /** Documents whose pages are recognized at the same time; each uses one core. 0 for none. */
  readonly recognizeSlots: number;
  /** CPU time and address space of each program that works on a page. */
  readonly recognizePageMs: number;
  readonly recognizeMemoryBytesMax: number;
  /** A process is replaced after this many documents; new ones are slow, so not too few. */
  readonly documentsPerProcess: number;
  readonly preflightTimeoutMs: number;
  /** How long an admission check may wait for a free process. */
  readonly preflightWaitMs: number;
  /** After this an inspection returns its partial findings. */
  readonly inspectTimeoutMs: number;
  /** How long an inspection may wait for a free process. */
  readonly inspectWaitMs: number;
  /** Running and waiting requests of one account per pool; further ones are refused immediately. */
  readonly underWayPerAccountMax: number;
  /** Time and address space of one attempt to repair a damaged file; the check or conversion that follows has its own. */
  readonly repairTimeoutMs: number;
  readonly repairMemoryBytesMax: number;
  /** How long a process may take from start to ready. */
  readonly startTimeoutMs: number;
  /**
   * Share of the time limit that rendering pages may use, to find hidden text. Only a safety net: the work is limited by
   * counting it, so that the result does not depend on the load. 0 disables the check.
   */
  readonly hiddenTextShare: number;
  /**
   * Share of the time limit after which checks of a tagged PDF end, so that it can still be written. A safety net as well:
   * their work is limited by counting it.
   */
  readonly accessibilityShare: number;
  /** Documents with more pages are refused. */
  readonly pagesMax: number;
  /**
   * Parent of the slot directories, on a disk with space for the largest document and its outputs. Never shared
   * between machines or containers: at the start, directories of processes that do not exist here are removed.
   */
  readonly workDir: string;
  /** Absolute path of the `java` program, version 17 or later. */
  readonly javaPath: string;
  /** SHA-256 of the engine's jar, if it is not the shipped one. */
  readonly jarSha256: string | null;
  /**
   * `off` processes untrusted input with the rights of this process. Only for machines without anything else on them.
   */
  readonly sandbox: 'required' | 'off';
  /** A delegated cgroup directory; null tries the process's own. */
  readonly cgroupDir: string | null;
  /** User and group for the sandbox when this process is root; otherwise it keeps its own. */
  readonly sandboxUid: number;
  readonly sandboxGid: number;
  readonly convert: ProcessLimits;
  readonly preflight: ProcessLimits;
  readonly recognize: ProcessLimits;
  readonly log: EngineLog;
  readonly metrics: EngineMetrics;
};

const mebibyte = 1_048_576;

/** A JVM runs 20 threads of its own (measured); its pools add up to two per core. */
const tasksMax = 128 + 2 * availableParallelism();

export const defaultSettings: EngineSettings = {
  slots: 1,
  preflightSlots: 2,
  inspectSlots: 0,
  recognizeSlots: 0,
  recognizePageMs: 60_000,
  recognizeMemoryBytesMax: 1_024 * mebibyte,
  documentsPerProcess: 2_000,
  preflightTimeoutMs: 5_000,
  preflightWaitMs: 5_000,
  inspectTimeoutMs: 10_000,
  inspectWaitMs: 5_000,
  underWayPerAccountMax: 64,
  repairTimeoutMs: 10_000,
  repairMemoryBytesMax: 384 * mebibyte,
  startTimeoutMs: 60_000,
  hiddenTextShare: 0.6,
  accessibilityShare: 0.75,
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
    // The only output is a repaired file, which is about as long as the damaged one.
    fileBytesMax: 1_024 * mebibyte,
    outputBytesMax: 1_024 * mebibyte,
    outputFilesMax: 1,
    cpuPerWallMax: 2,
  },
  recognize: {
    heapBytes: 768 * mebibyte,
    memoryBytesMax: 2_048 * mebibyte,
    tempBytesMax: 256 * mebibyte,
    openFilesMax: 256,
    tasksMax,
    fileBytesMax: 2_048 * mebibyte,
    outputBytesMax: 4_096 * mebibyte,
    // The document without a password, the recognized document, and its words.
    outputFilesMax: 3,
    cpuPerWallMax: 2,
  },
  log: () => {},
  metrics: { waited: () => {}, restarted: () => {}, refused: () => {}, recognized: () => {} },
};

export type EngineSettingsChange = Partial<Omit<EngineSettings, 'convert' | 'preflight' | 'recognize'>> & {
  readonly convert?: Partial<ProcessLimits>;
  readonly preflight?: Partial<ProcessLimits>;
  readonly recognize?: Partial<ProcessLimits>;
};

/** With less, a file that does not fit could come and go between two samples of the free space. */
const tempBytesMin = 64 * mebibyte;

export function engineSettings(change: EngineSettingsChange = {}): EngineSettings {
  const settings = {
    ...defaultSettings,
    ...change,
    convert: { ...defaultSettings.convert, ...change.convert },
    preflight: { ...defaultSettings.preflight, ...change.preflight },
    recognize: { ...defaultSettings.recognize, ...change.recognize },
  };
  if (Math.min(settings.convert.tempBytesMax, settings.preflight.tempBytesMax) < tempBytesMin) {
    throw new Error(`tempBytesMax must be at least ${tempBytesMin} bytes.`);
  }
  return settings;
}
