/** The OpenTelemetry tracer, and the SDK exporting to a local collector. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { diag, trace } from '@opentelemetry/api';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { atEnd } from '../../test/at-end.ts';
import { recordingTracer } from '../../test/fakes/recording-tracer.ts';
import { idTracer } from './id-tracer.ts';
import { startOtel } from './otel-sdk.ts';

const parent = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', sampled: true };

describe('the tracer', () => {
  it('continues a given trace and starts a new one otherwise', () => {
    const tracer = recordingTracer();
    const span = tracer.begin('request', parent, { kind: 'server' });
    span.child('step').end('error');
    span.end();
    span.end('error');
    tracer.begin('other', null).end();
    const { spans } = tracer;
    expect(spans.map(({ name, failed }) => [name, failed])).toEqual([
      ['step', true],
      ['request', false],
      ['other', false],
    ]);
    const [step, request, other] = spans;
    expect(request).toMatchObject({ parentSpanId: parent.spanId, traceId: parent.traceId });
    expect(step).toMatchObject({ parentSpanId: request?.spanId, traceId: parent.traceId });
    expect(other?.parentSpanId).toBeNull();
    expect(other?.traceId).not.toBe(parent.traceId);
  });

  it('records nothing for an unsampled parent but keeps its ids', () => {
    const tracer = recordingTracer();
    const silent = tracer.begin('request', { ...parent, sampled: false });
    silent.child('step').end();
    silent.end();
    expect(silent.context).toMatchObject({ traceId: parent.traceId, sampled: false });
    expect(tracer.spans).toEqual([]);
  });

  it('creates ids when nothing is recorded', () => {
    const [first, second] = [idTracer.begin('a', null), idTracer.begin('b', null)];
    expect(first.context.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(first.context.traceId).not.toBe(second.context.traceId);
    expect(first.child('c').context).toMatchObject({ traceId: first.context.traceId });
    expect(idTracer.begin('d', parent).context).toMatchObject({ traceId: parent.traceId, sampled: true });
  });
});

type Received = { headers: IncomingMessage['headers']; url: string | undefined; body: string };

async function collector(status = 200): Promise<{ endpoint: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, url: request.url, body: await text(request) });
    response.writeHead(status).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

describe('the SDK', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    trace.disable();
    diag.disable();
  });

  const start = (env: Record<string, string>) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const problems: string[] = [];
    const otel = startOtel({ serviceName: 'octavo-test', onProblem: (problem) => problems.push(problem) });
    return { otel, problems };
  };

  it('sends OTLP with service, span, parent, kind, times, attributes and status', async () => {
    const { endpoint, received } = await collector();
    const { otel, problems } = start({
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20x',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    });
    const beganAtMs = Date.now() - 5_000;
    const span = otel?.tracer.begin('attempt', parent, { kind: 'consumer', beganAtMs });
    span?.setAttributes({ 'octavo.pages': 3, 'octavo.end': 'done' });
    span?.addEvent('layout');
    span?.end('error');
    await otel?.close();
    expect(problems).toEqual([]);
    expect(received[0]).toMatchObject({ url: '/v1/traces', headers: { authorization: 'Basic x' } });
    const [group] = JSON.parse(received[0]?.body ?? '').resourceSpans;
    expect(group.resource.attributes).toEqual(
      expect.arrayContaining([
        { key: 'service.name', value: { stringValue: 'octavo-test' } },
        { key: 'service.namespace', value: { stringValue: 'octavo' } },
        { key: 'deployment.environment.name', value: { stringValue: 'test' } },
      ]),
    );
    const [sent] = group.scopeSpans[0].spans;
    expect(sent).toMatchObject({
      traceId: parent.traceId,
      parentSpanId: parent.spanId,
      name: 'attempt',
      kind: 5,
      attributes: [
        { key: 'octavo.pages', value: { intValue: 3 } },
        { key: 'octavo.end', value: { stringValue: 'done' } },
      ],
      status: { code: 2 },
    });
    expect(BigInt(sent.endTimeUnixNano) - BigInt(sent.startTimeUnixNano)).toBeGreaterThan(4_900_000_000n);
    expect(sent.events[0]).toMatchObject({ name: 'layout' });
  });

  it('samples as configured by its environment variables', async () => {
    const { otel } = start({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    });
    expect(otel?.tracer.begin('request', null).context.sampled).toBe(false);
    expect(otel?.tracer.begin('request', parent).context.sampled).toBe(true);
    await otel?.close();
  });

  it('reports spans that the collector rejects without blocking', async () => {
    const { endpoint } = await collector(400);
    const { otel, problems } = start({
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    });
    otel?.tracer.begin('one', null).end();
    await otel?.close();
    expect(problems).toEqual([expect.stringContaining('Bad Request')]);
  });

  it('is not loaded when it is disabled', () => {
    const { otel } = start({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_SDK_DISABLED: 'true',
    });
    expect(otel).toBeNull();
  });
});
