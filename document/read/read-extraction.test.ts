import { describe, expect, it } from 'vitest';
import { extraction, page, paragraph } from '../testing/extraction-builder.ts';
import { ExtractionError } from './extraction-error.ts';
import { readExtraction } from './read-extraction.ts';

const valid = [...extraction([page(1, [paragraph(['a'])]), page(2, [])]).lines()];
const replaced = (at: number, change: (record: Record<string, unknown>) => unknown): string[] =>
  valid.map((line, index) => (index === at ? JSON.stringify(change(JSON.parse(line))) : line));
const read = (lines: readonly string[]): unknown[] => [...readExtraction({ lines: () => lines })];

function faultOf(lines: readonly string[]): string {
  try {
    read(lines);
  } catch (error) {
    return error instanceof ExtractionError ? error.fault : 'other';
  }
  return 'none';
}

function nested(depth: number): unknown {
  let element: unknown = { type: 'image', page: 1, box: [0, 0, 1, 1] };
  for (let at = 0; at < depth; at += 1)
    element = { type: 'header', page: 1, box: [0, 0, 1, 1], kids: [element] };
  return element;
}

describe('readExtraction', () => {
  it('reads the document and its pages, and ignores unknown properties', () => {
    expect(read(replaced(1, (record) => ({ ...record, later: 1 })))).toHaveLength(3);
  });

  it.each([
    ['text that is not JSON', ['{'], 'invalid_record'],
    ['a value that is not an object', ['1'], 'invalid_record'],
    ['an unknown record', replaced(1, () => ({ record: 'x' })), 'invalid_record'],
    [
      'a page without elements',
      replaced(1, ({ elements: _elements, ...record }) => record),
      'invalid_record',
    ],
    [
      'a box with a wrong number',
      replaced(1, (record) => ({ ...record, rules: [{ box: [0, 0, 1] }] })),
      'invalid_record',
    ],
    ['a number beyond bounds', replaced(1, (record) => ({ ...record, width: 1e12 })), 'invalid_record'],
    [
      'elements nested too deep',
      replaced(1, (record) => ({ ...record, elements: [nested(1_000)] })),
      'invalid_record',
    ],
    ['a page before the document', valid.slice(1), 'wrong_order'],
    ['pages that do not ascend', replaced(2, (record) => ({ ...record, page: 1 })), 'wrong_order'],
    ['a record after the end', [...valid, valid.at(-1) ?? ''], 'wrong_order'],
    ['a missing end', valid.slice(0, -1), 'truncated'],
    ['a missing page', valid.filter((_line, at) => at !== 2), 'truncated'],
    ['nothing', [], 'truncated'],
  ])('refuses %s', (_name, lines, fault) => {
    expect(faultOf(lines)).toBe(fault);
  });
});
