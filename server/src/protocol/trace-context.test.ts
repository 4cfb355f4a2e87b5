import { describe, expect, it } from 'vitest';
import { formatTraceParent, newSpanId, newTraceId, readTraceParent } from './trace-context.ts';

const trace = '0af7651916cd43dd8448eb211c80319c';
const span = 'b7ad6b7169203331';

describe('a traceparent', () => {
  it('is parsed with its flag and serialised identically', () => {
    for (const flags of ['00', '01']) {
      const text = `00-${trace}-${span}-${flags}`;
      const context = readTraceParent(text);
      expect(context).toEqual({ traceId: trace, spanId: span, sampled: flags === '01' });
      expect(context && formatTraceParent(context)).toBe(text);
    }
  });

  it('of a later version is parsed like version 00', () => {
    expect(readTraceParent(`cc-${trace}-${span}-03-what-the-future-brings`)).toMatchObject({
      traceId: trace,
      sampled: true,
    });
  });

  it.each([
    undefined,
    null,
    '',
    trace,
    `ff-${trace}-${span}-01`,
    `00-${trace}-${span}-01-more`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace}-${span}-1`,
    `00-${trace}-${span}-01\n`,
  ])('that is malformed is ignored: %j', (text) => {
    expect(readTraceParent(text)).toBeNull();
  });

  it('can be created from new ids', () => {
    const context = { traceId: newTraceId(), spanId: newSpanId(), sampled: true };
    expect(readTraceParent(formatTraceParent(context))).toEqual(context);
  });
});
