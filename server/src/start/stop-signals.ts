/** Handles SIGTERM and SIGINT: stops once, in order, within a time limit. */
import type { Logger } from 'pino';

export function onStopSignal(logger: Logger, graceMs: number, stop: () => Promise<void>): void {
  let stopping = false;
  const begin = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    const giveUp = setTimeout(() => {
      logger.error({ graceMs }, 'still busy after the grace period; exiting now');
      process.exit(1);
    }, graceMs);
    stop().then(
      () => {
        clearTimeout(giveUp);
        logger.info('stopped');
      },
      (error) => {
        logger.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', begin);
  process.on('SIGINT', begin);
}
