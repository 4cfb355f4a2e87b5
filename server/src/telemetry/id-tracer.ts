/** A tracer that records nothing: it creates the ids that connect log lines, queue and worker. */
import type { Span, Tracer } from '../ports/tracer.ts';
import { newSpanId, newTraceId, type TraceContext } from '../protocol/trace-context.ts';

/** It is its own child: nobody sees the ids of inner spans, and random bytes cost a system call. */
function spanOf(context: TraceContext): Span {
  const span: Span = {
    context,
    setAttributes: () => {},
    addEvent: () => {},
    child: () => span,
    end: () => {},
  };
  return span;
}

export const idTracer: Tracer = {
  begin: (_name, parent) =>
    spanOf({
      traceId: parent?.traceId ?? newTraceId(),
      spanId: newSpanId(),
      sampled: parent?.sampled ?? true,
    }),
};
