/**
 * Which key presses are shortcuts of the viewer, and which belong to the field or the browser.
 * @vitest-environment happy-dom
 */
import { afterEach, describe, expect, it } from 'vitest';
import { commandOf } from './use-viewer-keys.ts';

afterEach(() => document.body.replaceChildren());

function press(key: string, init: KeyboardEventInit = {}, html = '<main></main>', at = 'main') {
  document.body.innerHTML = html;
  let found: ReturnType<typeof commandOf>;
  const listen = (event: KeyboardEvent) => {
    found = commandOf(event);
  };
  addEventListener('keydown', listen);
  document.querySelector(at)?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...init }));
  removeEventListener('keydown', listen);
  return found;
}

const panel = '<section data-panel><input data-search-field><textarea></textarea></section><input id="page">';

describe('a key', () => {
  it.each([
    ['/', 'search'],
    ['?', 'help'],
    ['o', 'outline'],
    ['q', 'quote'],
    ['n', 'next'],
    ['N', 'previous'],
    ['t', 'toggle'],
    ['Escape', 'leave'],
  ])('%s is a shortcut: %s', (key, command) => {
    expect(press(key)).toBe(command);
    expect(press(key, { ctrlKey: true })).toBeUndefined();
  });

  it.each(['constructor', 'Enter', 'x', 'F'])('%s is none', (key) => expect(press(key)).toBeUndefined());

  it('is text while the reader types', () => {
    for (const key of ['/', 'n', '?', 'q']) expect(press(key, {}, panel, 'textarea')).toBeUndefined();
  });

  it('Escape closes a panel from its fields, but is left to other fields', () => {
    expect(press('Escape', {}, panel, 'textarea')).toBe('leave');
    expect(press('Escape', {}, panel, '#page')).toBeUndefined();
  });

  it('Ctrl+F opens the search, and pressed again in its field that of the browser', () => {
    expect(press('f', { ctrlKey: true })).toBe('search');
    expect(press('f', { metaKey: true }, panel, '#page')).toBe('search');
    expect(press('f', { ctrlKey: true }, panel, '[data-search-field]')).toBeUndefined();
    expect(press('f', { ctrlKey: true, shiftKey: true })).toBeUndefined();
    expect(press('f')).toBeUndefined();
  });
});
