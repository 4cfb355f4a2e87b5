/** The table counts what was noticed of what could be, and names what was not. */
import { expect, it } from 'vitest';
import { scoreTable, withEarlier } from './score.ts';

const mutant = (file: string, line: number, status: string) => ({
  fileName: `/repository/server/${file}.ts`,
  status,
  mutatorName: 'ConditionalExpression',
  replacement: 'true',
  location: { start: { line } },
});

it('counts a time-out as noticed, code without a test as missed, and leaves out what does not compile', () => {
  const mutants = [
    mutant('b', 1, 'Killed'),
    mutant('b', 2, 'Timeout'),
    mutant('b', 3, 'Survived'),
    mutant('a', 4, 'NoCoverage'),
    mutant('a', 5, 'CompileError'),
    mutant('c', 6, 'Ignored'),
  ];
  expect(scoreTable(mutants, '/repository').split('\n')).toEqual([
    '| file | mutants | noticed | survived | without a test | score |',
    '|---|---|---|---|---|---|',
    '| server/a.ts | 1 | 0 | 0 | 1 | 0.0 % |',
    '| server/b.ts | 3 | 2 | 1 | 0 | 66.7 % |',
    '| server/c.ts | 0 | 0 | 0 | 0 | – |',
    '| all | 4 | 2 | 1 | 1 | 50.0 % |',
    '',
    '  server/b.ts:3 Survived ConditionalExpression → true',
    '  server/a.ts:4 NoCoverage ConditionalExpression → true',
  ]);
});

it('keeps the results of files that were not run again', () => {
  const earlier = [mutant('a', 1, 'Survived'), mutant('b', 1, 'Killed')];
  const results = [mutant('a', 1, 'Killed'), mutant('a', 2, 'Killed')];
  expect(withEarlier(earlier, results)).toEqual([mutant('b', 1, 'Killed'), ...results]);
});
