/** Truncated output files, as a full disk or a crash leaves them, are rejected. */
import { describe, expect, it } from 'vitest';
import { checkFor } from './output-check.ts';

const expected = { pageCount: 2, textCharacters: 5 };

function validate(format: Parameters<typeof checkFor>[0], text: string, textCharacters = 5): string | null {
  const check = checkFor(format, { ...expected, textCharacters });
  for (const byte of Buffer.from(text)) {
    check.update(Buffer.from([byte]));
  }
  return check.finish();
}

describe('json', () => {
  it('must parse and contain the page count that the engine reported', () => {
    expect(validate('json', '{"number of pages" : 2, "kids" : []}')).toBeNull();
    expect(validate('json', '{"number of pages" : 3, "kids" : []}')).toMatch(/names 3 pages/);
    expect(validate('json', '{"kids" : []}')).toMatch(/pages/);
    expect(validate('json', '{"number of pages" : 2, "kids" : [')).toMatch(/cut short/);
    expect(validate('json', '')).toMatch(/cut short/);
  });
});

describe('html', () => {
  it('must end with a closing tag', () => {
    expect(validate('html', '<html><body>é</body>\n</html>')).toBeNull();
    expect(validate('html', '<html><body>é</body>\n</htm')).toMatch(/close/);
    expect(validate('html', '', 0)).toMatch(/empty/);
  });
});

describe.each(['markdown', 'text'] as const)('%s', (format) => {
  it('may be empty only when the document has no text', () => {
    expect(validate(format, 'hello')).toBeNull();
    expect(validate(format, '')).toMatch(/empty/);
    expect(validate(format, '', 0)).toBeNull();
  });
});

describe.each(['tagged-pdf', 'annotated-pdf'] as const)('%s', (format) => {
  it('must have a header and a trailer', () => {
    const end = 'startxref\n123\n%%EOF\n';
    expect(validate(format, `%PDF-1.7\n${'x'.repeat(3_000)}${end}`)).toBeNull();
    expect(validate(format, `%PDF-1.7\n${'x'.repeat(3_000)}`)).toMatch(/trailer/);
    expect(validate(format, `\0\0\0\0\0\n${end}`)).toMatch(/header/);
    expect(validate(format, `%PDF-1.7\n${end}${'\0'.repeat(4_096)}`)).toMatch(/trailer/);
  });
});
