import { describe, expect, it } from 'vitest';
import { licenceOf, strangeFolders } from './jar-libraries.ts';
import { accepts, licenceFaults } from './licence-policy.ts';

describe('accepts', () => {
  const isFine = (licence: string) => licence === 'MIT' || licence === 'ISC';
  it.each([
    ['MIT', true],
    ['GPL-3.0-only', false],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND GPL-3.0-only', false],
    ['MIT AND (ISC OR GPL-3.0-only)', true],
    ['(MIT OR ISC) AND GPL-3.0-only', false],
    ['GPL-2.0-only WITH Classpath-exception-2.0', false],
    ['SEE LICENSE IN LICENSE', false],
    ['(MIT', false],
    ['MIT ISC', false],
    ['', false],
  ])('%j: %s', (expression, fine) => {
    expect(accepts(expression, isFine)).toBe(fine);
  });
});

describe('licenceFaults', () => {
  const entry = (licence: string | null) => [{ name: 'thing', version: '1.0.0', licence }];

  it('lets permissive licences in', () => {
    expect(licenceFaults(entry('MIT'), entry('Apache-2.0'))).toEqual([]);
  });

  it('refuses copyleft, and a package that names no licence', () => {
    for (const licence of ['GPL-3.0-only', 'AGPL-3.0-or-later', 'LGPL-2.1-only', 'SSPL-1.0', null]) {
      expect(licenceFaults(entry(licence), [])).toHaveLength(1);
      expect(licenceFaults([], entry(licence))).toHaveLength(1);
    }
  });

  it('keeps what the decision lets in inside the jar', () => {
    expect(licenceFaults([], entry('MPL-2.0'))).toEqual([]);
    expect(licenceFaults(entry('MPL-2.0'), [])).toEqual([
      'thing@1.0.0: MPL-2.0, which no decision record lets in',
    ]);
  });
});

describe('the libraries of the jar', () => {
  it('have no licence until somebody has looked', () => {
    expect(licenceOf('org.verapdf:anything')).toBe('MPL-2.0');
    expect(licenceOf('org.example:new')).toBeNull();
  });

  it('are noticed by their classes where nothing describes them', () => {
    expect(
      strangeFolders([
        'net/sf/saxon/Version.class',
        'META-INF/versions/9/okio/Sink.class',
        'module-info.class',
        'org/example/New.class',
        'org/example/Other.class',
        'org/example/readme.txt',
      ]),
    ).toEqual(['org/example/']);
  });
});
