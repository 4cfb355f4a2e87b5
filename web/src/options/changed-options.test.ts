/** Only options the user changed are sent; the API fills in the rest. */
import { describe, expect, it } from 'vitest';
import { changedOptions, withOption } from './changed-options.ts';
import { countChanged } from './chosen-options.ts';
import { optionFields } from './generated/option-fields.ts';

const defaults = Object.fromEntries(optionFields.map(({ name, fallback }) => [name, fallback]));

describe('options', () => {
  it('are omitted when reset to their default, except formats', () => {
    const chosen = withOption({ format: ['json'] }, 'sanitize', true);
    expect(chosen).toEqual({ format: ['json'], sanitize: true });
    expect(countChanged(chosen)).toBe(1);
    expect(withOption(chosen, 'sanitize', false)).toEqual({ format: ['json'] });
    expect(withOption({}, 'format', ['markdown', 'json'])).toEqual({ format: ['markdown', 'json'] });
  });

  it('of a job with default options are its formats only', () => {
    expect(changedOptions(defaults)).toEqual({ format: ['markdown', 'json'] });
  });

  it('of a job keep what the user chose, not what follows from it', () => {
    const job = { ...defaults, format: ['json', 'images'], image_output: 'external', pages: '1-3' };
    expect(changedOptions(job)).toEqual({ format: ['json', 'images'], pages: '1-3' });
    expect(changedOptions({ ...job, image_output: 'embedded' })).toMatchObject({ image_output: 'embedded' });
  });
});
