import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seal, unseal } from './sealing.ts';

const key = randomBytes(32);

describe('a sealed secret', () => {
  it('opens with its key for its job alone', () => {
    const sealed = seal(key, 'pässword', 'job-1');
    expect(unseal(key, sealed, 'job-1')).toBe('pässword');
    expect(() => unseal(key, sealed, 'job-2')).toThrow();
    expect(() => unseal(randomBytes(32), sealed, 'job-1')).toThrow();
  });

  it('looks different each time and shows nothing of the secret', () => {
    const [a, b] = [seal(key, 'secret', 'j'), seal(key, 'secret', 'j')];
    expect(a.equals(b)).toBe(false);
    expect(a.toString('latin1')).not.toContain('secret');
  });

  it('does not open when a byte is changed', () => {
    const sealed = seal(key, 'secret', 'j');
    sealed.writeUInt8(sealed.readUInt8(14) ^ 1, 14);
    expect(() => unseal(key, sealed, 'j')).toThrow();
  });
});
