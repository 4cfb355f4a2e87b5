/** The options of a client: defaults, environment variables, and validation before the first request. */
import { ConfigurationError } from '../errors/octavo-error.ts';
import type { CredentialSource, Credentials } from './credentials.ts';
import { isBrowser, originOfPage, readEnv } from './runtime.ts';

export type LogFields = Readonly<Record<string, unknown>>;

/** `console` fits. Credentials are never logged. */
export type Logger = {
  debug(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
};

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type OctavoOptions = {
  /** `oct_…`, or a function that returns it. Default: the environment variable OCTAVO_API_KEY. */
  readonly apiKey?: CredentialSource | undefined;
  /** The token of a signed-in user, for browsers. A function is called again when the server rejected the token. */
  readonly sessionToken?: CredentialSource | undefined;
  /** The URL of the server. Default: the environment variable OCTAVO_BASE_URL, or in a browser the page's origin. */
  readonly baseUrl?: string | undefined;
  readonly fetch?: Fetch | undefined;
  /** Limit for one attempt of one request; default 60 s. Uploads use `idleTimeoutMs` instead. */
  readonly timeoutMs?: number | undefined;
  /** How long an upload or download may make no progress; default 120 s. */
  readonly idleTimeoutMs?: number | undefined;
  /** How often a request is retried after a temporary failure; default 2. */
  readonly maxRetries?: number | undefined;
  /** How long `jobs.create` waits for a free job slot; default 10 min, 0 does not wait. */
  readonly slotTimeoutMs?: number | undefined;
  /**
   * Whether files of 32 MB and more are sent directly to the storage, in parts, where the server offers it. Default:
   * true, but false in a browser, where the storage must allow the page's origin.
   */
  readonly directUploads?: boolean | undefined;
  readonly defaultHeaders?: Readonly<Record<string, string>> | undefined;
  readonly logger?: Logger | undefined;
  /** Allows an API key in a browser, where everyone who opens the page can read it. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
};

export type Settings = {
  readonly credentials: Credentials;
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly hasOwnFetch: boolean;
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly maxRetries: number;
  readonly slotTimeoutMs: number;
  readonly directUploads: boolean;
  readonly defaultHeaders: Readonly<Record<string, string>>;
  readonly logger: Logger | undefined;
};

function credentialsFrom(options: OctavoOptions): Credentials {
  const { apiKey, sessionToken } = options;
  if (apiKey !== undefined && sessionToken !== undefined) {
    throw new ConfigurationError('Both apiKey and sessionToken are set.', 'Pass only one of them.');
  }
  if (sessionToken !== undefined && sessionToken !== '') return { kind: 'session', source: sessionToken };
  const source = apiKey ?? readEnv('OCTAVO_API_KEY');
  if (source !== undefined && source !== '') return { kind: 'apiKey', source };
  throw new ConfigurationError(
    'No API key configured.',
    'Set the environment variable OCTAVO_API_KEY or pass the option apiKey. In a browser, pass sessionToken.',
  );
}

function baseUrlFrom(options: OctavoOptions): string {
  const given = options.baseUrl ?? readEnv('OCTAVO_BASE_URL') ?? originOfPage();
  if (given === undefined) {
    throw new ConfigurationError(
      'No server configured.',
      'Set the environment variable OCTAVO_BASE_URL or pass the option baseUrl.',
    );
  }
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new ConfigurationError(
      `"${given}" is not a valid server URL.`,
      'Use a URL such as https://octavo.example.com.',
    );
  }
  return url.href.replace(/\/+$/, '');
}

function nonNegative(name: string, value: number | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  if (Number.isFinite(value) && value >= 0) return value;
  throw new ConfigurationError(`${name} must not be ${value}.`, 'Pass a number of 0 or more.');
}

export function resolveSettings(options: OctavoOptions): Settings {
  const credentials = credentialsFrom(options);
  if (credentials.kind === 'apiKey' && isBrowser() && !options.dangerouslyAllowBrowser) {
    throw new ConfigurationError(
      'An API key in a browser can be read by everyone who opens the page.',
      'Pass sessionToken, call Octavo from your own server, or set dangerouslyAllowBrowser if only you use the page.',
    );
  }
  return {
    credentials,
    baseUrl: baseUrlFrom(options),
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    hasOwnFetch: options.fetch !== undefined,
    timeoutMs: nonNegative('timeoutMs', options.timeoutMs, 60_000),
    idleTimeoutMs: nonNegative('idleTimeoutMs', options.idleTimeoutMs, 120_000),
    maxRetries: nonNegative('maxRetries', options.maxRetries, 2),
    slotTimeoutMs: nonNegative('slotTimeoutMs', options.slotTimeoutMs, 600_000),
    directUploads: options.directUploads ?? !isBrowser(),
    defaultHeaders: { ...options.defaultHeaders },
    logger: options.logger,
  };
}
