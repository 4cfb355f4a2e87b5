/** Settings of the adapters, from the configuration. */
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { TimeLimits } from '../domain/deadline.ts';
import type { SealingKeys } from '../domain/sealing.ts';
import type { DatabaseSettings } from '../postgres/database.ts';
import type { MetricsAccess } from '../protocol/metrics-access.ts';
import type { S3Settings } from '../s3/client.ts';

export function databaseSettings(config: Config, logger: Logger, applicationName: string): DatabaseSettings {
  return {
    url: config.database.url.reveal(),
    poolMax: config.database.poolMax,
    statementTimeoutMs: config.database.statementTimeoutMs,
    preparesStatements: config.database.preparesStatements,
    applicationName,
    onIdleError: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  };
}

/** For the listening connection. */
export function listenerSettings(config: Config, logger: Logger) {
  return {
    url: (config.database.listenUrl ?? config.database.url).reveal(),
    onError: (error: Error) => logger.warn({ err: error }, 'the listening database connection was lost'),
  };
}

/** For everything but downloads: uploads, deletions, lookups. */
const otherSocketsMax = 64;

export function storageSettings({ s3, clientLimits }: Config): S3Settings {
  return {
    ...s3,
    socketsMax: clientLimits.downloadsMax + otherSocketsMax,
    publicEndpoint: s3.publicEndpoint ?? s3.endpoint,
    secretAccessKey: s3.secretAccessKey?.reveal() ?? null,
  };
}

export function metricsAccess({ http }: Config): MetricsAccess {
  return { tokens: http.metricsTokens.map((token) => token.reveal()), isOpen: http.metricsOpen };
}

export function timeLimits({ jobs }: Config): TimeLimits {
  return { baseMs: jobs.timeoutBaseMs, perPageMs: jobs.timeoutPerPageMs, maxMs: jobs.timeoutMaxMs };
}

export function sealingKeys({ jobs }: Config): SealingKeys {
  const [first, ...others] = jobs.sealingKeys.map((key) => Buffer.from(key.reveal(), 'hex'));
  if (!first) throw new Error('there is no sealing key');
  return [first, ...others];
}
