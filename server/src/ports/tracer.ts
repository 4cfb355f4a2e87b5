/** Port to tracing. Never fails and never waits. */
import type { TraceContext } from '../protocol/trace-context.ts';

/**
 * The attributes that a span may have. The list is closed, so that no key, file name or text of a document can get into a
 * trace through a new attribute that was not reviewed.
 */
export type SpanAttributes = {
  readonly 'http.request.method'?: string;
  /** The route pattern, never the path. */
  readonly 'http.route'?: string;
  readonly 'http.response.status_code'?: number;
  /** A code of ours or the class of a failure, never a message. */
  readonly 'error.type'?: string;
  readonly 'octavo.request_id'?: string;
  readonly 'octavo.job_id'?: string;
  readonly 'octavo.attempt'?: number;
  readonly 'octavo.pages'?: number;
  readonly 'octavo.formats'?: number;
  readonly 'octavo.bytes'?: number;
  readonly 'octavo.end'?: string;
  readonly 'octavo.memory_peak_bytes'?: number;
  readonly 'octavo.delivery_id'?: string;
};

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

export type SpanStart = {
  readonly kind?: SpanKind;
  readonly attributes?: SpanAttributes;
  /** For a span that started earlier; milliseconds since 1970. */
  readonly beganAtMs?: number;
};

export type Span = {
  readonly context: TraceContext;
  setAttributes(attributes: SpanAttributes): void;
  /** An event at the current time. */
  addEvent(name: string): void;
  child(name: string, start?: SpanStart): Span;
  /** Further calls have no effect. */
  end(outcome?: 'ok' | 'error'): void;
};

export type Tracer = {
  /** Without a parent it starts a new trace. */
  begin(name: string, parent: TraceContext | null, start?: SpanStart): Span;
};
