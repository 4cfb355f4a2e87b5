import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { renewSeal, type SealingKeys, seal, unseal } from './sealing.ts';

const keys: SealingKeys = [randomBytes(32)];
const others: SealingKeys = [randomBytes(32)];

describe('a sealed secret', () => {
  it('opens only with its key and for its job', () => {
    const sealed = seal(keys, 'pässword', 'job-1');
    expect(unseal(keys, sealed, 'job-1')).toBe('pässword');
    expect(() => unseal(keys, sealed, 'job-2')).toThrow();
    expect(() => unseal(others, sealed, 'job-1')).toThrow();
  });

  it('differs each time and does not contain the secret', () => {
    const [a, b] = [seal(keys, 'secret', 'j'), seal(keys, 'secret', 'j')];
    expect(a.equals(b)).toBe(false);
    expect(a.toString('latin1')).not.toContain('secret');
  });

  it('does not open when a byte is changed', () => {
    const sealed = seal(keys, 'secret', 'j');
    sealed.writeUInt8(sealed.readUInt8(14) ^ 1, 14);
    expect(() => unseal(keys, sealed, 'j')).toThrow();
  });
});

describe('a key that is being replaced', () => {
  const during: SealingKeys = [others[0], keys[0]];

  it('still opens existing secrets while the new key seals', () => {
    const before = seal(keys, 'secret', 'j');
    expect(unseal(during, before, 'j')).toBe('secret');
    expect(unseal([keys[0], others[0]], seal(during, 'secret', 'j'), 'j')).toBe('secret');
    expect(() => unseal(keys, seal(during, 'secret', 'j'), 'j')).toThrow();
  });

  it('can be removed after resealing, which changes each secret once', () => {
    const renewed = renewSeal(during, seal(keys, 'secret', 'j'), 'j');
    expect(renewed && unseal(others, renewed, 'j')).toBe('secret');
    expect(renewed && renewSeal(during, renewed, 'j')).toBeNull();
    expect(() => renewSeal(others, seal(keys, 'secret', 'j'), 'j')).toThrow();
  });
});
