/** A log that keeps its lines, for tests that check what was logged. */
import type { WorkerLog } from '../../src/worker/attempt.ts';

export type LogLine = {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
};

export type RecordingLog = WorkerLog & { readonly lines: readonly LogLine[] };

export function recordingLog(): RecordingLog {
  const lines: LogLine[] = [];
  const write =
    (level: LogLine['level']): WorkerLog['info'] =>
    (fields, message) =>
      void lines.push({ level, fields, message });
  return { lines, info: write('info'), warn: write('warn'), error: write('error') };
}
