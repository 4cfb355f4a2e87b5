/** Texts come out whole: values in place, the right form for a number, and never an empty spot. */
import { describe, expect, it } from 'vitest';
import { translate } from './translate.ts';

const texts = {
  greeting: 'Hello {{name}}',
  nested: { pages_one: '{{count}} page', pages_other: '{{count}} pages', plain: 'Plain' },
};

describe('a text', () => {
  it('has its values in place, also those that look like patterns', () => {
    expect(translate('en', texts, 'greeting', { name: '$& {{x}}' })).toBe('Hello $& {{x}}');
  });

  it('takes the form of its number, written as the language writes it', () => {
    expect(translate('en', texts, 'nested.pages', { count: 1 })).toBe('1 page');
    expect(translate('en', texts, 'nested.pages', { count: 0 })).toBe('0 pages');
    expect(translate('de', texts, 'nested.pages', { count: 12_345 })).toBe('12.345 pages');
  });

  it('without forms takes a number all the same', () => {
    expect(translate('en', texts, 'nested.plain', { count: 2 })).toBe('Plain');
  });

  it('that is missing shows its key, and so does a branch', () => {
    expect(translate('en', texts, 'nested.absent')).toBe('nested.absent');
    expect(translate('en', texts, 'nested')).toBe('nested');
  });

  it('keeps a placeholder nobody filled', () => {
    expect(translate('en', texts, 'greeting')).toBe('Hello {{name}}');
  });
});
