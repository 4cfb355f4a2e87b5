/** Text that Postgres cannot store is refused by request validation; any other text is accepted. */
import { describe, expect, it } from 'vitest';
import { parseOptions } from '../../domain/options-schema.ts';
import { validatorOf } from '../validation.ts';
import { CreateApiKeyBody } from './api-key.ts';

const broken = ['\0', 'a\0b', '\ud800', 'x\udc00y'];
const fine = ['ü', '漢字', '😀', 'a\tb\n', "' or 1=1"];
const keyBody = validatorOf({ schema: CreateApiKeyBody });
const isKeyName = (name: string) => 'value' in keyBody({ name });
const separated = (text: string) => () => parseOptions(JSON.stringify({ markdown_page_separator: text }));

describe('stored text', () => {
  it.each(broken)('cannot be %j', (text) => {
    expect(isKeyName(text)).toBe(false);
    expect(separated(text)).toThrow(/must not contain NUL or broken Unicode/);
  });

  it.each(fine)('can be %j', (text) => {
    expect(isKeyName(text)).toBe(true);
    expect(separated(text)).not.toThrow();
  });

  it('counts a character outside the basic multilingual plane as one character', () => {
    expect(parseOptions('{"replace_invalid_chars": "😀"}').options.replaceInvalidChars).toBe('😀');
  });
});
