/** A service set: its name, its directory and the loopback ports it owns, so that several sets run side by side. */
import { isAbsolute, join, resolve } from 'node:path';

export const serviceNames = ['postgres', 's3', 'oidc'] as const;
export type ServiceName = (typeof serviceNames)[number];

export type Ports = {
  readonly postgres: number;
  readonly s3: number;
  readonly s3Mon: number;
  readonly oidc: number;
};

export type ServiceSet = {
  readonly name: string;
  /** Process records, logs, keys and the env file; the databases' own files may live elsewhere. */
  readonly directory: string;
  readonly ports: Ports;
  readonly audience: string;
  readonly accessTokenSeconds: number;
};

/** An error that is printed as one sentence, without a stack trace. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
}

type ProcessEnv = Readonly<Record<string, string | undefined>>;

const repository = resolve(import.meta.dirname, '../..');
/** All below 32,768: higher ports may be in use by outgoing connections. */
const basePorts: Ports = { postgres: 20_432, s3: 9_000, s3Mon: 13_300, oidc: 23_000 };
const namedOffsets: Readonly<Record<string, number>> = { dev: 0, test: 1_000, bench: 2_000 };

export const portVariables: Readonly<Record<keyof Ports, string>> = {
  postgres: 'OCTAVO_POSTGRES_PORT',
  s3: 'OCTAVO_S3_PORT',
  s3Mon: 'OCTAVO_S3_MON_PORT',
  oidc: 'OCTAVO_OIDC_PORT',
};

/**
 * Sets without a fixed offset take one of 80 by the hash of their name. The step of 77 is no divisor of any
 * distance between two base ports, so one set's S3 port is never another set's monitor port.
 */
export function portOffset(name: string): number {
  const fixed = namedOffsets[name];
  if (fixed !== undefined) return fixed;
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return 3_000 + 77 * (hash % 80);
}

export function portsOf(name: string, env: ProcessEnv): Ports {
  const offset = portOffset(name);
  const port = (key: keyof Ports) => {
    const variable = portVariables[key];
    return readInteger(variable, env[variable], 1, 65_535) ?? basePorts[key] + offset;
  };
  return { postgres: port('postgres'), s3: port('s3'), s3Mon: port('s3Mon'), oidc: port('oidc') };
}

export function serviceSet(name: string, env: ProcessEnv): ServiceSet {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(name)) {
    throw new ServiceError(
      `"${name}" is not a set name: use up to 32 of a-z, 0-9 and -, starting with a letter`,
    );
  }
  const root = env['OCTAVO_SERVICES_DIR'] || join(repository, '.services');
  return {
    name,
    directory: join(isAbsolute(root) ? root : resolve(repository, root), name),
    ports: portsOf(name, env),
    audience: env['OCTAVO_OIDC_AUDIENCE'] || 'https://api.octavo.test',
    accessTokenSeconds:
      readInteger('OCTAVO_OIDC_ACCESS_TOKEN_SECONDS', env['OCTAVO_OIDC_ACCESS_TOKEN_SECONDS'], 1, 86_400) ??
      900,
  };
}

export const logPath = (set: ServiceSet, process: string) => join(set.directory, 'log', `${process}.log`);

function readInteger(variable: string, text: string | undefined, min: number, max: number) {
  if (text === undefined || text === '') return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ServiceError(`${variable} is "${text}", expected a whole number from ${min} to ${max}`);
  }
  return value;
}
