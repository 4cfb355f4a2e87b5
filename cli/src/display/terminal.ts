/** What the terminal can show. */
import type { Context } from '../context.ts';

/** Whether stderr is a terminal that can be redrawn, with no other output on it. */
export function isLive({ environment, globalOptions }: Context, printsWhileRunning = false): boolean {
  const { stderr, stdout, env } = environment;
  const isShared = globalOptions.debug || ((globalOptions.json || printsWhileRunning) && stdout.isTTY);
  return stderr.isTTY === true && env['TERM'] !== 'dumb' && !globalOptions.quiet && !isShared;
}

/** Without UTF-8, block characters come out as question marks. */
export function canShowBlocks({ env, platform }: Context['environment']): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return platform === 'darwin' || platform === 'win32' || /utf-?8/i.test(locale);
}
