/** Chooses how a batch reports its progress: live display, plain lines, JSON events, or job ids. */
import type { Context } from '../context.ts';
import { canShowBlocks, isLive } from '../display/terminal.ts';
import { eventReporter } from './event-reporter.ts';
import { LiveReporter } from './live-reporter.ts';
import { idReporter, plainReporter, quietReporter } from './plain-reporter.ts';
import { combineReporters, type Reporter } from './reporter.ts';

export function chooseReporter(context: Context, isWaiting: boolean): Reporter {
  const { environment, globalOptions, err } = context;
  const live = isLive(context, !isWaiting);
  const onScreen = () => {
    if (live) return new LiveReporter(environment.stderr, err, canShowBlocks(environment));
    return globalOptions.quiet
      ? quietReporter(environment.stderr, err)
      : plainReporter(environment.stderr, err);
  };
  if (globalOptions.json) {
    const events = eventReporter(environment.stdout);
    return live ? combineReporters([events, onScreen()]) : events;
  }
  return isWaiting ? onScreen() : combineReporters([onScreen(), idReporter(environment.stdout)]);
}
