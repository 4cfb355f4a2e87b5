/** A tracer that keeps what ended, for tests that ask what was traced. */

import type { Span, Tracer } from '../../src/ports/tracer.ts';
import { createTracer, type FinishedSpan } from '../../src/telemetry/tracer.ts';

export type RecordingTracer = Tracer & { readonly spans: readonly FinishedSpan[] };

export function recordingTracer(): RecordingTracer {
  const spans: FinishedSpan[] = [];
  return { ...createTracer((span) => void spans.push(span)), spans };
}

/** For tests that do not ask. */
export const anySpan = (): Span => createTracer(null).begin('test', null);
