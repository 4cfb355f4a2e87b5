/** What the page must know before it can sign anybody in: `config.json` beside it, from the API or from a file. */
import { pageFolder } from './page-url.ts';

export type DashboardConfig = {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  /** Sent with every authorization request; some providers want an `audience` here. */
  readonly signInParameters: Readonly<Record<string, string>>;
  /** Where the API answers. */
  readonly apiUrl: string;
  /** A document to try; null where the installation has none. */
  readonly sampleUrl: string | null;
};

type ConfigBody = {
  readonly issuer?: unknown;
  readonly client_id?: unknown;
  readonly scope?: unknown;
  readonly sign_in_parameters?: unknown;
  readonly api_url?: unknown;
  readonly sample?: unknown;
};

const defaultScope = 'openid email offline_access';

function textOr<Fallback>(value: unknown, fallback: Fallback): string | Fallback {
  return typeof value === 'string' && value !== '' ? value : fallback;
}

/** `pageUrl` is the address of the folder the page is served from, with a slash at its end. */
export function readConfig(body: ConfigBody, pageUrl: string): DashboardConfig {
  const issuer = textOr(body.issuer, null);
  const clientId = textOr(body.client_id, null);
  if (issuer === null || clientId === null) throw new Error('config.json names no issuer or no client_id');
  const sample = textOr(body.sample, null);
  const parameters = (body.sign_in_parameters ?? {}) as Record<string, unknown>;
  return {
    issuer,
    clientId,
    scope: textOr(body.scope, defaultScope),
    signInParameters: Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [name, String(value)]),
    ),
    apiUrl: textOr(body.api_url, new URL(pageUrl).origin).replace(/\/+$/, ''),
    sampleUrl: sample === null ? null : new URL(sample, pageUrl).href,
  };
}

export async function loadConfig(): Promise<DashboardConfig> {
  const response = await fetch(new URL('config.json', pageFolder()), {
    cache: 'no-cache',
    signal: AbortSignal.timeout(15_000),
  });
  if (!response.ok) throw new Error(`config.json answered ${response.status}`);
  return readConfig((await response.json()) as ConfigBody, pageFolder());
}
