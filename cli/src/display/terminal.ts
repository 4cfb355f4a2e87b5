/** What the terminal can show. */
import type { Context } from '../context.ts';

/** A screen that can be drawn on, with nothing else writing to it. */
export function isLive({ environment, globalOptions }: Context, printsWhileRunning = false): boolean {
  const { stderr, stdout, env } = environment;
  const isShared = globalOptions.debug || ((globalOptions.json || printsWhileRunning) && stdout.isTTY);
  return stderr.isTTY === true && env['TERM'] !== 'dumb' && !globalOptions.quiet && !isShared;
}

/** Without UTF-8, blocks come out as question marks. */
export function canShowBlocks({ env, platform }: Context['environment']): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return platform === 'darwin' || platform === 'win32' || /utf-?8/i.test(locale);
}
