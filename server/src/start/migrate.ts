/** Entry point: migrates the database and exits. */
import { migrate } from '../postgres/migrate.ts';
import { readSettings } from './settings.ts';

const { config, logger } = readSettings('migrate');
const ran = await migrate(config.database.url.reveal(), {
  info: (message) => logger.debug(message),
  warn: (message) => logger.warn(message),
  error: (message) => logger.error(message),
});
logger.info({ ran }, ran.length > 0 ? 'the database was brought up to date' : 'the database is up to date');
