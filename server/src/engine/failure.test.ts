/** Classification of engine failures, and which of them are retried. */
import { describe, expect, it } from 'vitest';
import type { Format } from '../domain/formats.ts';
import { failureClasses } from '../ports/engine.ts';
import { failure } from '../processes/failure.ts';
import { classifyDeath, classifyError, formatsFailed } from './failure.ts';

const error = (type: string, text = '', frame = 'org.opendataloader.pdf.processors.ListProcessor.run') => ({
  chain: [
    { type: 'java.io.IOException', text: 'outer' },
    { type, text },
  ],
  frames: [frame],
});

describe('classifyError', () => {
  it.each([
    [error('org.opendataloader.pdf.exceptions.InvalidPdfFileException'), 'invalid', false],
    [error('org.verapdf.exceptions.LoopedException'), 'invalid', false],
    [error('java.lang.StackOverflowError'), 'invalid', false],
    [error('java.lang.IndexOutOfBoundsException', 'Invalid page tree'), 'invalid', false],
    [error('java.lang.NullPointerException', '', 'org.verapdf.parser.COSParser.next'), 'invalid', false],
    [error('org.verapdf.exceptions.InvalidPasswordException'), 'encrypted', false],
    [error('org.opendataloader.pdf.exceptions.EncryptedTaggedPdfNotSupportedException'), 'encrypted', false],
    [error('java.io.IOException', 'No space left on device'), 'disk', true],
    [error('java.io.IOException', 'Disk quota exceeded'), 'disk', true],
    [error('java.io.IOException', 'File too large'), 'disk', false],
    [error('org.opendataloader.pdf.exceptions.TempDirectoryNotWritableException'), 'environment', true],
    [error('java.lang.OutOfMemoryError'), 'out_of_memory', true],
    [error('java.lang.ClassCastException'), 'crash', false],
  ] as const)('%o is %s, retryable %s', (reported, kind, retryable) => {
    expect(classifyError(reported)).toMatchObject({ class: kind, retryable });
  });

  it('includes no document text in message or detail', () => {
    const said = classifyError(error('java.lang.IllegalStateException', 'SECRET TEXT OF A PAGE'));
    expect(JSON.stringify(said)).not.toContain('SECRET');
  });
});

describe('classifyDeath', () => {
  const exit = { code: 137, signal: null, stderr: '' };
  const died = { kind: 'died', exit, oomKilled: false, begun: true } as const;

  it.each([
    [{ kind: 'killed', why: 'timeout' } as const, 'timeout'],
    [{ kind: 'killed', why: 'starved' } as const, 'timeout'],
    [{ kind: 'killed', why: 'cpu' } as const, 'timeout'],
    [{ kind: 'killed', why: 'memory' } as const, 'out_of_memory'],
    [{ kind: 'killed', why: 'cancelled' } as const, 'cancelled'],
    [{ kind: 'killed', why: 'output' } as const, 'disk'],
    [{ ...died, oomKilled: true }, 'out_of_memory'],
    [
      { ...died, exit: { ...exit, code: 3, stderr: 'Terminating due to java.lang.OutOfMemoryError: heap' } },
      'out_of_memory',
    ],
    [{ ...died, exit: { ...exit, code: 3, stderr: '' } }, 'crash'],
    [died, 'crash'],
  ] as const)('%o is %s', (ending, kind) => {
    expect(classifyDeath(ending).class).toBe(kind);
  });
});

describe('failure', () => {
  it.each(failureClasses)('%s has a one-sentence public message without a path', (kind) => {
    const { message } = failure(kind, '/a/path at org.verapdf');
    expect(message).toMatch(/^[A-Z][^/]+\.$/);
  });
});

describe('formatsFailed', () => {
  const requested: readonly Format[] = ['markdown', 'tagged-pdf', 'json'];

  it('reports a retryable cause before a permanent one', () => {
    const failed = new Map<Format, ReturnType<typeof failure>>([
      ['tagged-pdf', failure('encrypted', 'x')],
      ['json', failure('disk', 'x')],
    ]);
    expect(formatsFailed(failed, requested)).toMatchObject({
      class: 'disk',
      retryable: true,
      failedFormats: ['tagged-pdf', 'json'],
      workingFormats: ['markdown'],
    });
  });

  it('suggests no formats when all of them failed', () => {
    const failed = new Map<Format, ReturnType<typeof failure>>([
      ['json', failure('crash', 'x', { retryable: false })],
    ]);
    expect(formatsFailed(failed, ['json']).message).toBe('The engine cannot make json from this document.');
  });
});
