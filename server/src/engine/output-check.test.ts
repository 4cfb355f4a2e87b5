/** Files that are cut are noticed before they are used. */
import { describe, expect, it } from 'vitest';
import { checkExtraction, checkPdf, type OutputCheck } from './output-check.ts';

function fault(check: OutputCheck, ...chunks: readonly (string | Buffer)[]): string | null {
  for (const chunk of chunks) check.update(Buffer.from(chunk as string));
  return check.finish();
}

describe('a PDF', () => {
  it('has a header and a trailer', () => {
    expect(fault(checkPdf(), '%PDF-1.7\n...startxref\n12\n%%EOF\n')).toBeNull();
    expect(fault(checkPdf(), '%P', 'DF-1.7\n...start', 'xref\n12\n%%EOF')).toBeNull();
    expect(fault(checkPdf(), '<html>startxref\n12\n%%EOF')).toBe('pdf has no header');
    expect(fault(checkPdf(), '%PDF-1.7\n...')).toBe('pdf has no trailer');
  });
});

describe('an extraction', () => {
  const start = '{"record":"document","page_count":1,"outline":[]}\n';
  const end = '{"record":"end","pages":1}\n';

  it('ends with the end record', () => {
    expect(fault(checkExtraction(), start, end)).toBeNull();
    expect(fault(checkExtraction(), start + end.slice(0, 9), end.slice(9))).toBeNull();
    expect(fault(checkExtraction(), start)).toBe('extraction is cut short');
    expect(fault(checkExtraction(), start, end.slice(0, -3))).toBe('extraction is cut short');
    expect(fault(checkExtraction())).toBe('extraction is cut short');
  });

  it('is UTF-8', () => {
    expect(fault(checkExtraction(), Buffer.from('ü').subarray(0, 1), end)).toBe('extraction is not UTF-8');
  });
});
