/** The logger: one JSON line per event, with secrets masked. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { errorFields } from './error-fields.ts';

export type LogSettings = { readonly level: string; readonly name: string };

/** Values under these names are masked, at the top level and one level down. */
const secretNames = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'password',
  'raw_key',
  'rawKey',
  'token',
  'secret',
  'secretAccessKey',
  'fileName',
  'file_name',
];

const paths = secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.headers["${name}"]`]);

export function createLogger(settings: LogSettings, destination?: DestinationStream): Logger {
  const options = {
    level: settings.level,
    base: { name: settings.name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: errorFields },
    redact: { paths, censor: '***' },
  };
  return destination ? pino(options, destination) : pino(options);
}
