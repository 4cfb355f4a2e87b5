/** What every entry point does first: read the configuration, or say what is wrong with it and leave. */
import type { Logger } from 'pino';
import { type Config, ConfigError, loadConfig } from '../config/config.ts';
import { unknownVariables } from '../config/unknown-variables.ts';
import { createLogger } from '../telemetry/log.ts';

export function readSettings(name: string): { config: Config; logger: Logger } {
  try {
    const config = loadConfig(process.env);
    const logger = createLogger({ level: config.log.level, name });
    for (const { name: variable, nearest } of unknownVariables(process.env)) {
      logger.warn({ variable, nearest }, 'nobody reads this variable');
    }
    return { config, logger };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\nSee docs/reference/configuration.md.\n`);
    process.exit(78);
  }
}
