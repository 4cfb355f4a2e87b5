import { describe, expect, it } from 'vitest';
import { createLogger } from './log.ts';

function linesOf(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger({ level: 'info', name: 'test' }, { write: (line: string) => void lines.push(line) }));
  return lines.join('');
}

describe('the log', () => {
  it('is one JSON line per event with time, level and name', () => {
    const line = JSON.parse(linesOf((logger) => logger.info({ jobs: 3 }, 'counted')));
    expect(line).toMatchObject({ level: 'info', name: 'test', jobs: 3, msg: 'counted' });
    expect(new Date(line.time).toISOString()).toBe(line.time);
  });

  it('masks secrets at the top, one level down and in headers', () => {
    const text = linesOf((logger) => {
      logger.info({ password: 'canary-1', options: { password: 'canary-2' } });
      logger.info({ req: { headers: { authorization: 'Bearer canary-3', 'x-api-key': 'canary-4' } } });
      logger.info({ rawKey: 'canary-5', source: { fileName: 'canary-6.pdf' } });
      logger.warn({ authorization: 'canary-7', token: 'canary-8' });
    });
    expect(text).toContain('***');
    expect(text).not.toContain('canary');
  });
});
