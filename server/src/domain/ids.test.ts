import { describe, expect, it } from 'vitest';
import { canonicalId, isId, newId } from './ids.ts';

describe('newId', () => {
  it('creates version 7 UUIDs that contain their time', () => {
    const id = newId(Date.UTC(2026, 10, 15));
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.UTC(2026, 10, 15));
  });

  it('sorts by time and never repeats', () => {
    const ids = Array.from({ length: 1_000 }, (_, ms) => newId(1_000_000 + ms));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(Array.from({ length: 10_000 }, () => newId(0))).size).toBe(10_000);
  });
});

describe('canonicalId', () => {
  it('normalises a UUID and returns null for anything else', () => {
    expect(canonicalId('0190A3B4-0000-7000-8000-00000000ABCD')).toBe('0190a3b4-0000-7000-8000-00000000abcd');
    expect(canonicalId('x')).toBeNull();
  });
});

describe('isId', () => {
  it('accepts any UUID and nothing else', () => {
    expect(isId(newId(0)) && isId(crypto.randomUUID().toUpperCase())).toBe(true);
    expect(['', 'x', `${newId(0)}0`, newId(0).replaceAll('-', ''), "' or 1=1"].filter(isId)).toEqual([]);
  });
});
