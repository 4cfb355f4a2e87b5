/** Any e-mail address and any name can sign in at the development provider. */
import { describe, expect, it } from 'vitest';
import { OidcAccounts, readSignInName } from './oidc-accounts.ts';

describe('an e-mail address', () => {
  it.each([
    ['ada@example.com', 'ada@example.com', 'ada@example.com'],
    ['Ada.Lovelace@Example.COM', 'ada.lovelace@example.com', 'Ada.Lovelace@Example.COM'],
    ['ada+invoices@example.com', 'ada+invoices@example.com', 'ada+invoices@example.com'],
    ['  ada@example.com\t', 'ada@example.com', 'ada@example.com'],
    ["o'neil_1@mail.example.co.uk", "o'neil_1@mail.example.co.uk", "o'neil_1@mail.example.co.uk"],
    ['zoë@example.com', 'zoë@example.com', 'zoë@example.com'],
    ['ada@localhost', 'ada@localhost', 'ada@localhost'],
  ])('%j is taken as it is written, and its subject is in lower case', (typed, subject, email) => {
    expect(readSignInName(typed)).toEqual({ user: { subject, email } });
  });

  it.each(['ada@', '@example.com', 'ada@@example.com', 'ada lovelace@example.com', 'a@b..c', 'a@<b>'])(
    '%j is refused with an example',
    (typed) => {
      expect(readSignInName(typed)).toEqual({ problem: expect.stringContaining('ada@example.com') });
    },
  );

  it('is refused when it is longer than addresses can be', () => {
    expect(readSignInName(`${'a'.repeat(250)}@b.test`)).toEqual({ problem: expect.stringContaining('long') });
  });
});

describe('a name', () => {
  it.each([
    ['alice', 'alice'],
    ['Alice', 'alice'],
    [' Ada  Lovelace ', 'ada.lovelace'],
    ['Zoë Müller', 'zoe.muller'],
    ['user-7_b.c', 'user-7_b.c'],
    ['李明', 'xn--2hvs1a'],
  ])('%j is a user with an address of the test domain', (typed, subject) => {
    expect(readSignInName(typed)).toEqual({ user: { subject, email: `${subject}@octavo.test` } });
  });

  it('and its address are the same user', () => {
    expect(readSignInName('alice@octavo.test')).toEqual(readSignInName('alice'));
  });

  it.each([
    ['', 'Enter an e-mail address or a name.'],
    ['   ', 'Enter an e-mail address or a name.'],
    ['...', 'A name needs at least one letter or digit.'],
    ['a'.repeat(65), 'Enter a name of at most 64 characters.'],
  ])('%j is refused', (typed, problem) => {
    expect(readSignInName(typed)).toEqual({ problem });
  });
});

describe('the accounts', () => {
  it('keep the address as it was written last', () => {
    const accounts = new OidcAccounts();
    expect(accounts.emailOf('ada@example.com')).toBe('ada@example.com');
    expect(accounts.emailOf('alice')).toBe('alice@octavo.test');
    accounts.remember({ subject: 'ada@example.com', email: 'Ada@Example.com' });
    expect(accounts.emailOf('ada@example.com')).toBe('Ada@Example.com');
    accounts.remember({ subject: 'ada@example.com', email: 'ada@example.com' });
    expect(accounts.emailOf('ada@example.com')).toBe('ada@example.com');
  });
});
