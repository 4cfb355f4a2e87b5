/** Files that a full disk or a dying writer would leave are not taken for outputs. */
import { describe, expect, it } from 'vitest';
import { checkFor } from './output-check.ts';

const expected = { pageCount: 2, textCharacters: 5 };

function judge(format: Parameters<typeof checkFor>[0], text: string, textCharacters = 5): string | null {
  const check = checkFor(format, { ...expected, textCharacters });
  for (const byte of Buffer.from(text)) {
    check.update(Buffer.from([byte]));
  }
  return check.finish();
}

describe('json', () => {
  it('must parse and name the engine’s number of pages', () => {
    expect(judge('json', '{"number of pages" : 2, "kids" : []}')).toBeNull();
    expect(judge('json', '{"number of pages" : 3, "kids" : []}')).toMatch(/names 3 pages/);
    expect(judge('json', '{"kids" : []}')).toMatch(/pages/);
    expect(judge('json', '{"number of pages" : 2, "kids" : [')).toMatch(/cut short/);
    expect(judge('json', '')).toMatch(/cut short/);
  });
});

describe('html', () => {
  it('must close', () => {
    expect(judge('html', '<html><body>é</body>\n</html>')).toBeNull();
    expect(judge('html', '<html><body>é</body>\n</htm')).toMatch(/close/);
    expect(judge('html', '', 0)).toMatch(/empty/);
  });
});

describe.each(['markdown', 'text'] as const)('%s', (format) => {
  it('may be empty only when the document has no text', () => {
    expect(judge(format, 'hello')).toBeNull();
    expect(judge(format, '')).toMatch(/empty/);
    expect(judge(format, '', 0)).toBeNull();
  });
});

describe.each(['tagged-pdf', 'annotated-pdf'] as const)('%s', (format) => {
  it('must have a header and a trailer', () => {
    const end = 'startxref\n123\n%%EOF\n';
    expect(judge(format, `%PDF-1.7\n${'x'.repeat(3_000)}${end}`)).toBeNull();
    expect(judge(format, `%PDF-1.7\n${'x'.repeat(3_000)}`)).toMatch(/trailer/);
    expect(judge(format, `\0\0\0\0\0\n${end}`)).toMatch(/header/);
    expect(judge(format, `%PDF-1.7\n${end}${'\0'.repeat(4_096)}`)).toMatch(/trailer/);
  });
});
