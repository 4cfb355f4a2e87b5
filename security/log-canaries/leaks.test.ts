/** The search for leaks can fail: a secret is found in any sink and in any of its usual forms. */
import { describe, expect, it } from 'vitest';
import { leaksIn } from './leaks.ts';

const secrets = [
  { name: 'a password', value: 'pa"ss wörd-9' },
  { name: 'a key', value: 'oct_0123456789abcdef' },
];
const leaksOf = (text: string) => leaksIn([{ name: 'a log', text }], secrets);

describe('secrets', () => {
  it('that appear nowhere are not leaks', () => {
    expect(leaksOf('{"level":"info","msg":"answered","status":400}')).toEqual([]);
  });

  it.each([
    ['plain', 'before pa"ss wörd-9 after'],
    ['in JSON', JSON.stringify({ msg: 'pa"ss wörd-9' })],
    ['in a URL', `/x?password=${encodeURIComponent('pa"ss wörd-9')}`],
    ['in base64', Buffer.from('pa"ss wörd-9').toString('base64')],
  ])('are found %s', (_name, text) => {
    expect(leaksOf(text)).toEqual(['a password is in a log']);
  });

  it('are named without being printed', () => {
    expect(leaksOf('oct_0123456789abcdef').join()).not.toContain('0123');
  });
});
