/** What a client is made with: defaults, the environment, and faults found before the first request. */
import { ConfigurationError } from '../errors/octavo-error.ts';
import type { CredentialSource, Credentials } from './credentials.ts';
import { isBrowser, originOfPage, readEnv } from './runtime.ts';

export type LogFields = Readonly<Record<string, unknown>>;

/** `console` is one. Credentials are never passed to it. */
export type Logger = {
  debug(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
};

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type OctavoOptions = {
  /** `oct_…`, or a function that answers it. Otherwise the variable OCTAVO_API_KEY. */
  readonly apiKey?: CredentialSource | undefined;
  /** The token of a signed-in person, for browsers; a function is asked again when the token was refused. */
  readonly sessionToken?: CredentialSource | undefined;
  /** Where the service answers. Otherwise the variable OCTAVO_BASE_URL; in a browser, the page's own origin. */
  readonly baseUrl?: string | undefined;
  readonly fetch?: Fetch | undefined;
  /** For one attempt at one request, 60 s unless given. Uploads have `idleTimeoutMs` instead. */
  readonly timeoutMs?: number | undefined;
  /** How long an upload or a download may stand still, 120 s unless given. */
  readonly idleTimeoutMs?: number | undefined;
  /** How often a request is repeated after a failure that may pass, 2 unless given. */
  readonly maxRetries?: number | undefined;
  /** How long `jobs.create` waits for a free slot, 10 min unless given; 0 does not wait. */
  readonly slotTimeoutMs?: number | undefined;
  readonly defaultHeaders?: Readonly<Record<string, string>> | undefined;
  readonly logger?: Logger | undefined;
  /** Allows an API key in a browser, where everybody who opens the page can read it. */
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
  readonly defaultHeaders: Readonly<Record<string, string>>;
  readonly logger: Logger | undefined;
};

function credentialsFrom(options: OctavoOptions): Credentials {
  const { apiKey, sessionToken } = options;
  if (apiKey !== undefined && sessionToken !== undefined) {
    throw new ConfigurationError('Both apiKey and sessionToken were given.', 'Pass one of them.');
  }
  if (sessionToken !== undefined && sessionToken !== '') return { kind: 'session', source: sessionToken };
  const source = apiKey ?? readEnv('OCTAVO_API_KEY');
  if (source !== undefined && source !== '') return { kind: 'apiKey', source };
  throw new ConfigurationError(
    'There is no API key.',
    'Set the variable OCTAVO_API_KEY or pass the option apiKey; in a browser, pass sessionToken.',
  );
}

function baseUrlFrom(options: OctavoOptions): string {
  const given = options.baseUrl ?? readEnv('OCTAVO_BASE_URL') ?? originOfPage();
  if (given === undefined) {
    throw new ConfigurationError(
      'It is not known where the service answers.',
      'Set the variable OCTAVO_BASE_URL or pass the option baseUrl.',
    );
  }
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new ConfigurationError(
      `${given} is no address of a service.`,
      'Pass one such as https://octavo.example.com.',
    );
  }
  return url.href.replace(/\/+$/, '');
}

function nonNegative(name: string, value: number | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  if (Number.isFinite(value) && value >= 0) return value;
  throw new ConfigurationError(`${name} is ${value}.`, 'Pass a number that is not negative.');
}

export function resolveSettings(options: OctavoOptions): Settings {
  const credentials = credentialsFrom(options);
  if (credentials.kind === 'apiKey' && isBrowser() && !options.dangerouslyAllowBrowser) {
    throw new ConfigurationError(
      'An API key in a browser can be read by everybody who opens the page.',
      'Pass sessionToken, call the service from your server, or set dangerouslyAllowBrowser if nobody else sees the page.',
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
    defaultHeaders: { ...options.defaultHeaders },
    logger: options.logger,
  };
}
