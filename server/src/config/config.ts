/** The only reader of the environment: a pure function from variables to one frozen value, all faults at once. */
import { isIP } from 'node:net';
import {
  boolean,
  httpUrl,
  integer,
  list,
  oneOf,
  optional,
  postgresUrl,
  secretText,
  text,
  type Variable,
} from './variable.ts';

function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === value;
}

function isAddressOrNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const family = isIP(address);
  const bitsMax = family === 4 ? 32 : 128;
  return (
    family !== 0 && rest.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && +bits <= bitsMax))
  );
}

/** Room by room, in the order of the reference page. */
export const configVariables = {
  http: {
    host: text({
      name: 'OCTAVO_HTTP_HOST',
      summary: 'Address the API listens on. `0.0.0.0` for every interface.',
      fallback: '127.0.0.1',
    }),
    port: integer({
      name: 'OCTAVO_HTTP_PORT',
      summary: 'Port the API listens on; 0 lets the system choose.',
      fallback: 3000,
      min: 0,
      max: 65_535,
    }),
    publicUrl: httpUrl({
      name: 'OCTAVO_PUBLIC_URL',
      summary: 'Base address clients use, as seen from outside any proxy.',
      fallback: 'http://127.0.0.1:3000',
    }),
    corsOrigins: list(
      {
        name: 'OCTAVO_CORS_ORIGINS',
        summary: 'Origins of browser pages that may call the API. Empty: none but its own.',
        fallback: '',
      },
      { wanted: 'origins such as `https://app.example.com`', accepts: isOrigin },
    ),
    trustedProxies: list(
      {
        name: 'OCTAVO_TRUSTED_PROXIES',
        summary: 'Addresses whose `X-Forwarded-*` headers are believed. Empty: nobody’s.',
        fallback: '',
      },
      { wanted: 'IP addresses or networks such as `10.0.0.0/8`', accepts: isAddressOrNetwork },
    ),
    shutdownGraceMs: integer({
      name: 'OCTAVO_SHUTDOWN_GRACE_MS',
      summary: 'How long a stopping process waits for answers in flight.',
      fallback: 30_000,
      min: 0,
      max: 600_000,
    }),
    metricsToken: optional(
      secretText({
        name: 'OCTAVO_METRICS_TOKEN',
        summary: 'Bearer token that opens `GET /metrics`. Absent: only loopback peers may read it.',
        example: '',
      }),
    ),
  },
  database: {
    url: postgresUrl({
      name: 'OCTAVO_DATABASE_URL',
      summary: 'PostgreSQL 15 or newer.',
      example: 'postgres://octavo:octavo@127.0.0.1:55432/octavo',
    }),
    poolMax: integer({
      name: 'OCTAVO_DATABASE_POOL_MAX',
      summary: 'Most connections one process holds.',
      fallback: 10,
      min: 2,
      max: 500,
    }),
    statementTimeoutMs: integer({
      name: 'OCTAVO_DATABASE_STATEMENT_TIMEOUT_MS',
      summary: 'A statement that runs longer is ended by the server.',
      fallback: 10_000,
      min: 100,
      max: 600_000,
    }),
  },
  s3: {
    endpoint: httpUrl({
      name: 'OCTAVO_S3_ENDPOINT',
      summary: 'S3 endpoint as the service reaches it.',
      example: 'http://127.0.0.1:9000',
    }),
    publicEndpoint: optional(
      httpUrl({
        name: 'OCTAVO_S3_PUBLIC_ENDPOINT',
        summary: 'S3 endpoint as clients reach it, used in signed URLs. Absent: the same.',
        example: '',
      }),
    ),
    region: text({ name: 'OCTAVO_S3_REGION', summary: 'Region used in signatures.', fallback: 'us-east-1' }),
    bucket: text({
      name: 'OCTAVO_S3_BUCKET',
      summary: 'Bucket for sources and results.',
      fallback: 'octavo',
    }),
    accessKeyId: text({ name: 'OCTAVO_S3_ACCESS_KEY_ID', summary: 'Access key.', example: 'octavo-dev-key' }),
    secretAccessKey: secretText({
      name: 'OCTAVO_S3_SECRET_ACCESS_KEY',
      summary: 'Secret of the access key.',
      example: 'octavo-dev-secret-octavo-dev',
    }),
    forcePathStyle: boolean({
      name: 'OCTAVO_S3_FORCE_PATH_STYLE',
      summary: 'Bucket in the path instead of the host name; most servers other than AWS want it.',
      fallback: true,
    }),
  },
  oidc: {
    issuer: httpUrl({
      name: 'OCTAVO_OIDC_ISSUER',
      summary: 'Issuer of the session tokens; its discovery document names the keys.',
      example: 'http://127.0.0.1:34000',
    }),
    audience: text({
      name: 'OCTAVO_OIDC_AUDIENCE',
      summary: 'Audience a session token must be made for.',
      example: 'https://api.octavo.test',
    }),
  },
  plans: {
    file: optional(
      text({
        name: 'OCTAVO_PLANS_FILE',
        summary: 'JSON file that overrides figures of the shipped plans.',
        example: '',
      }),
    ),
  },
  log: {
    level: oneOf(
      { name: 'OCTAVO_LOG_LEVEL', summary: 'Least severe level that is written.', fallback: 'info' },
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    ),
  },
} as const;

type Read<V> = V extends Variable<infer T> ? T : never;
type Groups = typeof configVariables;
export type Config = {
  readonly [G in keyof Groups]: { readonly [K in keyof Groups[G]]: Read<Groups[G][K]> };
};

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

function readVariable(variable: Variable, env: Environment, faults: string[]): unknown {
  const found = env[variable.name];
  if (found === undefined || (found === '' && variable.required)) {
    if (!variable.required) return variable.fallback === null ? null : variable.read(variable.fallback);
    faults.push(`${variable.name} is not set; wanted ${variable.wanted}`);
    return undefined;
  }
  const value = variable.read(found);
  if (value === undefined) {
    const shown = variable.secret ? '***' : JSON.stringify(found);
    faults.push(`${variable.name} is ${shown}; wanted ${variable.wanted}`);
  }
  return value;
}

/** Throws a `ConfigError` that names every fault, never only the first. */
export function loadConfig(env: Environment): Config {
  const faults: string[] = [];
  const groups = Object.entries(configVariables).map(([group, variables]) => {
    const values = Object.entries(variables).map(([key, variable]) => [
      key,
      readVariable(variable as Variable, env, faults),
    ]);
    return [group, Object.freeze(Object.fromEntries(values))];
  });
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(Object.fromEntries(groups)) as Config;
}
