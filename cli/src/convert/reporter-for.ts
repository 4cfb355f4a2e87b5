/** Which way of reporting fits where a batch is run. */
import type { Context } from '../context.ts';
import { eventReporter } from './report-events.ts';
import { LiveReporter } from './report-live.ts';
import { idReporter, plainReporter, quietReporter } from './report-plain.ts';
import { type Reporter, reportToAll } from './steps.ts';

/** A screen that can be drawn on, with nothing else writing to it. */
export function isLive({ world, globals }: Context, printsWhileRunning = false): boolean {
  const { stderr, stdout, env } = world;
  const isShared = globals.debug || ((globals.json || printsWhileRunning) && stdout.isTTY);
  return stderr.isTTY === true && env['TERM'] !== 'dumb' && !globals.quiet && !isShared;
}

/** Without UTF-8, blocks come out as question marks. */
export function canShowBlocks({ env, platform }: Context['world']): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return platform === 'darwin' || platform === 'win32' || /utf-?8/i.test(locale);
}

export function reporterFor(context: Context, isWaiting: boolean): Reporter {
  const { world, globals, err } = context;
  const live = isLive(context, !isWaiting);
  const onScreen = () => {
    if (live) return new LiveReporter(world.stderr, err, canShowBlocks(world));
    return globals.quiet ? quietReporter(world.stderr, err) : plainReporter(world.stderr, err);
  };
  if (globals.json) {
    const events = eventReporter(world.stdout);
    return live ? reportToAll([events, onScreen()]) : events;
  }
  return isWaiting ? onScreen() : reportToAll([onScreen(), idReporter(world.stdout)]);
}
