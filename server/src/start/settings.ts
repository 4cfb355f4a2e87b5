/** Reads the configuration and creates the logger, or prints what is wrong and exits. */
import type { DestinationStream, Logger } from 'pino';
import { type Config, ConfigError, loadConfig } from '../config/config.ts';
import { unknownVariables } from '../config/unknown-variables.ts';
import { createLogger } from '../telemetry/log.ts';

/** The log goes to stdout unless that is for results. */
export function readSettings(name: string, logTo?: DestinationStream): { config: Config; logger: Logger } {
  try {
    const config = loadConfig(process.env);
    const logger = createLogger({ level: config.log.level, name }, logTo);
    for (const { name: variable, nearest } of unknownVariables(process.env)) {
      logger.warn({ variable, nearest }, 'unknown variable');
    }
    return { config, logger };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\nSee docs/reference/configuration.md.\n`);
    process.exit(78);
  }
}
