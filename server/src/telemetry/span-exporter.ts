/** Sends finished spans to a collector in the background, with bounded memory. */
import { otlpBody } from './otlp-json.ts';
import type { FinishedSpan, SpanSink } from './tracer.ts';

export type SpanExporterSettings = {
  /** Base address of an OTLP/HTTP collector; `/v1/traces` is added. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Readonly<Record<string, string>>;
  /** Called when spans are dropped because the collector is unavailable or too slow. */
  readonly onDropped: (spans: number, why: string) => void;
};

export type SpanExporter = {
  readonly sink: SpanSink;
  /** Sends the remaining spans, within a time limit. */
  close(): Promise<void>;
};

const heldMax = 4_096;
const batchMax = 512;
const intervalMs = 2_000;
const timeoutMs = 5_000;

export function openSpanExporter(settings: SpanExporterSettings): SpanExporter {
  const held: FinishedSpan[] = [];
  const url = `${settings.endpoint}/v1/traces`;
  let overflowed = 0;
  let sending: Promise<void> | null = null;

  async function send(batch: readonly FinishedSpan[]): Promise<void> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...settings.headers },
        body: otlpBody(settings.resource, batch),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.body?.cancel();
      if (!answer.ok) settings.onDropped(batch.length, `status ${answer.status}`);
    } catch (error) {
      settings.onDropped(batch.length, error instanceof Error ? error.name : 'unknown');
    }
  }

  async function sendAll(): Promise<void> {
    if (overflowed > 0) settings.onDropped(overflowed, 'too many at once');
    overflowed = 0;
    while (held.length > 0) await send(held.splice(0, batchMax));
  }

  function flush(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = null;
    });
    return sending;
  }

  const timer = setInterval(() => void flush(), intervalMs).unref();
  return {
    sink: (span) => {
      if (held.length < heldMax) held.push(span);
      else overflowed += 1;
      if (held.length >= batchMax) void flush();
    },
    close: async () => {
      clearInterval(timer);
      const late = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs).unref());
      await Promise.race([flush().then(flush), late]);
      const left = held.splice(0).length + overflowed;
      overflowed = 0;
      if (left > 0) settings.onDropped(left, 'stopping');
    },
  };
}
