/**
 * Presets are kept under their names, without the pages of one file.
 *
 * @vitest-environment happy-dom
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { allPresets, presetOf, removePreset, savePreset, withPreset } from './presets.ts';

beforeEach(() => {
  for (const { name } of allPresets()) removePreset(name);
});

describe('presets', () => {
  it('are sorted, and one of the same name is replaced', () => {
    savePreset('scans', { format: ['json'], ocr: 'force' });
    savePreset('books', { format: ['json', 'markdown'], pages: '1-3' });
    savePreset('scans', { format: ['json'], ocr: 'off' });
    expect(allPresets()).toEqual([
      { name: 'books', options: { format: ['json', 'markdown'] } },
      { name: 'scans', options: { format: ['json'], ocr: 'off' } },
    ]);
    expect(JSON.parse(localStorage.getItem('octavo.presets') ?? '')).toEqual(allPresets());
  });

  it('keep the page range that was chosen', () => {
    const preset = { name: 'a', options: { format: ['json' as const] } };
    expect(withPreset(preset, { pages: '2' })).toEqual({ format: ['json'], pages: '2' });
    expect(withPreset(preset, {})).toEqual({ format: ['json'] });
  });

  it('are recognized in any order of options and formats', () => {
    savePreset('a', { format: ['json', 'markdown'], sanitize: true });
    const options = { sanitize: true, pages: '1', format: ['markdown' as const, 'json' as const] };
    expect(presetOf(options, allPresets())?.name).toBe('a');
    expect(presetOf({ format: ['json'] }, allPresets())).toBeUndefined();
  });
});
