/** Texts are filled in completely, with the right plural form. */
import { describe, expect, it } from 'vitest';
import { translate } from './translate.ts';

const texts = {
  greeting: 'Hello {{name}}',
  nested: { pages_one: '{{count}} page', pages_other: '{{count}} pages', plain: 'Plain' },
};

describe('a text', () => {
  it('contains its values, also those that look like patterns', () => {
    expect(translate('en', texts, 'greeting', { name: '$& {{x}}' })).toBe('Hello $& {{x}}');
  });

  it('uses the plural form and number format of the language', () => {
    expect(translate('en', texts, 'nested.pages', { count: 1 })).toBe('1 page');
    expect(translate('en', texts, 'nested.pages', { count: 0 })).toBe('0 pages');
    expect(translate('de', texts, 'nested.pages', { count: 12_345 })).toBe('12.345 pages');
  });

  it('without plural forms also accepts a count', () => {
    expect(translate('en', texts, 'nested.plain', { count: 2 })).toBe('Plain');
  });

  it('that is missing is shown as its key, and so is a branch', () => {
    expect(translate('en', texts, 'nested.absent')).toBe('nested.absent');
    expect(translate('en', texts, 'nested')).toBe('nested');
  });

  it('keeps a placeholder without a value', () => {
    expect(translate('en', texts, 'greeting')).toBe('Hello {{name}}');
  });
});
