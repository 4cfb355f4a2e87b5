/** A release takes everything that is unreleased, and nothing of an earlier release. */
import { expect, it } from 'vitest';
import { cutSection, notesOf, unreleasedOf } from './changelog.ts';

const before = `# Changelog

Intro.

## Unreleased

### Added

- New thing.

## 0.1.0 - 2026-01-02

- First.
`;

it('cuts the section of a version, and leaves an empty one for what comes', () => {
  const after = cutSection(before, '0.2.0', '2026-11-18');
  expect(unreleasedOf(after)).toBe('');
  expect(notesOf(after, '0.2.0')).toBe('### Added\n\n- New thing.');
  expect(notesOf(after, '0.1.0')).toBe('- First.');
  expect(after.startsWith('# Changelog\n\nIntro.\n')).toBe(true);
});

it('refuses a release without changes, and a second one of the same version', () => {
  const after = cutSection(before, '0.2.0', '2026-11-18');
  expect(() => cutSection(after, '0.3.0', '2026-11-19')).toThrow('nothing below');
  expect(() => cutSection(before, '0.1.0', '2026-11-19')).toThrow('already has a section');
});

it('does not take one version for another', () => {
  expect(notesOf(before, '0.1')).toBeNull();
  expect(notesOf(before.replace('0.1.0', '0.100'), '0.1.0')).toBeNull();
});
