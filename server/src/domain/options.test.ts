import { describe, expect, it } from 'vitest';
import { withDefaults } from './options.ts';

describe('withDefaults', () => {
  it('defaults to markdown and json', () => {
    expect(withDefaults({})).toMatchObject({
      format: ['markdown', 'json'],
      readingOrder: 'xycut',
      tableMethod: 'default',
      pages: null,
      imageOutput: 'off',
    });
  });

  it('removes duplicate formats and keeps their order', () => {
    expect(withDefaults({ format: ['text', 'json', 'text'] }).format).toEqual(['text', 'json']);
  });

  it('writes images when the format is requested, unless image_output is set', () => {
    expect(withDefaults({ format: ['images'] }).imageOutput).toBe('external');
    expect(withDefaults({ format: ['images'], imageOutput: 'embedded' }).imageOutput).toBe('embedded');
  });
});
