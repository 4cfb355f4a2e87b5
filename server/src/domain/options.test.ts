import { describe, expect, it } from 'vitest';
import { withDefaults } from './options.ts';

describe('withDefaults', () => {
  it('asks for markdown and json when nothing is asked for', () => {
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

  it('writes images out when they are asked for, unless told otherwise', () => {
    expect(withDefaults({ format: ['images'] }).imageOutput).toBe('external');
    expect(withDefaults({ format: ['images'], imageOutput: 'embedded' }).imageOutput).toBe('embedded');
  });
});
