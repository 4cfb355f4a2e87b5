/** All configuration variables, in the order of the reference page. */
import { clientLimitVariables } from './client-limit-variables.ts';
import { dashboardVariables } from './dashboard-variables.ts';
import { engineVariables } from './engine-variables.ts';
import { ocrVariables } from './ocr-variables.ts';
import { planVariables } from './plan-variables.ts';
import { sourceUrlVariables } from './source-url-variables.ts';
import {
  boolean,
  httpUrl,
  integer,
  isAddressOrNetwork,
  isOrigin,
  list,
  oneOf,
  optional,
  origin,
  postgresUrl,
  secretList,
  secretText,
  text,
} from './variable.ts';
import { webhookVariables } from './webhook-variables.ts';

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
    contentOrigin: optional(
      origin({
        name: 'OCTAVO_CONTENT_ORIGIN',
        summary:
          'A second origin that leads to the API and serves only users’ files and shared results, such as `https://files.example.com`. Must differ from the public address. Absent: none.',
        example: '',
      }),
    ),
    trustedProxies: list(
      {
        name: 'OCTAVO_TRUSTED_PROXIES',
        summary: 'Addresses whose `X-Forwarded-*` headers are trusted. Empty: none.',
        fallback: '',
      },
      { wanted: 'IP addresses or networks such as `10.0.0.0/8`', accepts: isAddressOrNetwork },
    ),
    compatibleApi: boolean({
      name: 'OCTAVO_COMPATIBLE_API',
      summary:
        'Also answers routes of docling-serve and of Open WebUI’s external document loader, so that their clients can use the service.',
      fallback: false,
    }),
    shutdownGraceMs: integer({
      name: 'OCTAVO_SHUTDOWN_GRACE_MS',
      summary: 'How long a stopping process waits for answers in flight.',
      fallback: 30_000,
      min: 0,
      max: 600_000,
    }),
    metricsTokens: secretList(
      {
        name: 'OCTAVO_METRICS_TOKEN',
        summary:
          'Bearer token that opens `GET /metrics`, of the API and of workers; several while one is being replaced. Absent: access is denied.',
        fallback: '',
      },
      { wanted: 'tokens of visible characters', accepts: (token) => /^[\x21-\x2b\x2d-\x7e]+$/.test(token) },
    ),
    metricsOpen: boolean({
      name: 'OCTAVO_METRICS_OPEN',
      summary:
        'Without a token, lets anyone who reaches the port read `GET /metrics`. Only for ports that no proxy leads to.',
      fallback: false,
    }),
    workerPort: optional(
      integer({
        name: 'OCTAVO_WORKER_HTTP_PORT',
        summary:
          'Port on which a worker answers `/livez`, `/readyz` and `/metrics`, at `OCTAVO_HTTP_HOST`. Absent: no port is opened.',
        fallback: 0,
        min: 0,
        max: 65_535,
      }),
    ),
  },
  clientLimits: clientLimitVariables,
  database: {
    url: postgresUrl({
      name: 'OCTAVO_DATABASE_URL',
      summary: 'PostgreSQL 15 or newer.',
      example: 'postgres://octavo:octavo@127.0.0.1:20432/octavo',
    }),
    listenUrl: optional(
      postgresUrl({
        name: 'OCTAVO_DATABASE_LISTEN_URL',
        summary:
          'The same database without a pooler in transaction mode in between, for the one connection of each process that waits for notifications. Absent: `OCTAVO_DATABASE_URL`.',
        example: '',
      }),
    ),
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
    preparesStatements: boolean({
      name: 'OCTAVO_DATABASE_PREPARED',
      summary:
        'Keeps the most frequent statements prepared on each connection. Set `false` behind a pooler in transaction mode that does not support it, such as PgBouncer before 1.21.',
      fallback: true,
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
    accessKeyId: optional(
      text({
        name: 'OCTAVO_S3_ACCESS_KEY_ID',
        summary:
          'Access key. Absent together with its secret: the default credential chain of AWS, such as `AWS_*` variables, the role of a container, pod or machine, or a shared credentials file.',
        example: 'octavo-dev-key',
      }),
    ),
    secretAccessKey: optional(
      secretText({
        name: 'OCTAVO_S3_SECRET_ACCESS_KEY',
        summary: 'Secret of the access key.',
        example: 'octavo-dev-secret-octavo-dev',
      }),
    ),
    forcePathStyle: boolean({
      name: 'OCTAVO_S3_FORCE_PATH_STYLE',
      summary: 'Bucket in the path instead of the host name; most servers other than AWS want it.',
      fallback: true,
    }),
    directUploads: boolean({
      name: 'OCTAVO_DIRECT_UPLOADS',
      summary:
        'Offers `POST /uploads`: clients send files to the S3 endpoint for clients with signed URLs. Only if they can reach it, also with `PUT`.',
      fallback: false,
    }),
  },
  oidc: {
    issuer: httpUrl({
      name: 'OCTAVO_OIDC_ISSUER',
      summary: 'Issuer of the session tokens; its discovery document names the keys.',
      example: 'http://127.0.0.1:23000',
    }),
    audience: text({
      name: 'OCTAVO_OIDC_AUDIENCE',
      summary: 'Audience a session token must be made for.',
      example: 'https://api.octavo.test',
    }),
  },
  dashboard: dashboardVariables,
  jobs: {
    signedUrlSeconds: integer({
      name: 'OCTAVO_SIGNED_URL_SECONDS',
      summary: 'How long the URLs in `download_urls` work.',
      fallback: 3_600,
      min: 10,
      max: 604_800,
    }),
    sealingKeys: secretList(
      {
        name: 'OCTAVO_SEALING_KEY',
        summary:
          'Seals passwords of documents while their jobs wait, and secrets of webhooks. The same on every node; `openssl rand -hex 32`. With several keys, the first seals and all unseal.',
        example: '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
      },
      { wanted: 'keys of 64 hexadecimal characters', accepts: (key) => /^[0-9a-f]{64}$/i.test(key) },
    ),
    eventsKeptDays: integer({
      name: 'OCTAVO_EVENTS_KEPT_DAYS',
      summary: 'How long events of jobs can be read again; older ones are removed.',
      fallback: 7,
      min: 1,
      max: 3_650,
    }),
    erasuresKeptDays: integer({
      name: 'OCTAVO_ERASURES_KEPT_DAYS',
      summary:
        'How long erasure certificates of deleted jobs can be read. With 0 none is recorded, and existing ones are removed. The same on every node.',
      fallback: 400,
      min: 0,
      max: 3_650,
    }),
    leaseMs: integer({
      name: 'OCTAVO_JOB_LEASE_MS',
      summary: 'How long a worker may hold a job without renewing its lease before another worker takes it.',
      fallback: 15_000,
      min: 1_000,
      max: 600_000,
    }),
    timeoutBaseMs: integer({
      name: 'OCTAVO_JOB_TIMEOUT_BASE_MS',
      summary: 'Time limit of an attempt, before its pages are counted.',
      fallback: 120_000,
      min: 1_000,
      max: 3_600_000,
    }),
    timeoutPerPageMs: integer({
      name: 'OCTAVO_JOB_TIMEOUT_PER_PAGE_MS',
      summary: 'What each page adds to the time limit.',
      fallback: 2_000,
      min: 0,
      max: 600_000,
    }),
    timeoutMaxMs: integer({
      name: 'OCTAVO_JOB_TIMEOUT_MAX_MS',
      summary: 'Upper bound of the time limit, for any number of pages.',
      fallback: 1_800_000,
      min: 1_000,
      max: 86_400_000,
    }),
  },
  engine: engineVariables,
  ocr: ocrVariables,
  webhooks: webhookVariables,
  sourceUrls: sourceUrlVariables,
  plans: planVariables,
  tracing: {
    endpoint: optional(
      httpUrl({
        name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
        summary:
          'Address of an OpenTelemetry collector. Absent: no spans are sent. All other `OTEL_*` variables of the OpenTelemetry SDK that concern traces apply too: headers, protocol, sampler, batches, resource attributes.',
        example: '',
      }),
    ),
    tracesEndpoint: optional(
      httpUrl({
        name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
        summary:
          'Complete address for spans, if the collector has separate ones for traces, metrics and logs.',
        example: '',
      }),
    ),
    serviceName: optional(
      text({
        name: 'OTEL_SERVICE_NAME',
        summary: 'Name of the service in traces. Absent: `octavo-api` or `octavo-worker`.',
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
