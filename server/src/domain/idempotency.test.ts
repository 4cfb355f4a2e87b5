import { describe, expect, it } from 'vitest';
import { fingerprintOf, readIdempotencyKey } from './idempotency.ts';
import { withDefaults } from './options.ts';

const secret = Buffer.alloc(32, 1);
const request = { sourceSha256: 'ab'.repeat(32), options: withDefaults({}), password: undefined };

describe('a fingerprint', () => {
  it('is the same for the same file and options in any order', () => {
    const one = withDefaults({ sanitize: true, pages: '1' });
    const other = Object.fromEntries(Object.entries(one).toReversed()) as typeof one;
    const first = fingerprintOf(secret, { ...request, options: one });
    expect(fingerprintOf(secret, { ...request, options: other })).toEqual(first);
  });

  it.each([
    ['file', { sourceSha256: 'cd'.repeat(32) }],
    ['option', { options: withDefaults({ sanitize: true }) }],
    ['password', { password: '' }],
  ])('differs for another %s', (_what, change) => {
    expect(fingerprintOf(secret, { ...request, ...change })).not.toEqual(fingerprintOf(secret, request));
  });

  it('is the same as before options were added', () => {
    const beforeOcr = '3450ec1c33dc27226c0b5921072c6819818927a8dc907eac1efef264b86c2620';
    expect(fingerprintOf(secret, request).toString('hex')).toBe(beforeOcr);
    const asked = { ...request, options: withDefaults({ ocrLanguages: ['deu'] }) };
    expect(fingerprintOf(secret, asked)).not.toEqual(fingerprintOf(secret, request));
  });

  it('cannot be computed without the secret', () => {
    expect(fingerprintOf(Buffer.alloc(32, 2), request)).not.toEqual(fingerprintOf(secret, request));
  });
});

describe('an idempotency key', () => {
  it('is optional and accepts up to 255 visible characters', () => {
    expect(readIdempotencyKey(undefined)).toBeNull();
    expect(readIdempotencyKey('a')).toBe('a');
    expect(readIdempotencyKey('x'.repeat(255))).toHaveLength(255);
  });

  it.each(['', 'two words', 'tab\t', 'é', 'x'.repeat(256)])('cannot be %j', (header) => {
    expect(() => readIdempotencyKey(header)).toThrow(/Idempotency-Key/);
  });
});
