/** Reads `config.json`, which the API or a static file provides: identity provider, API URL, sample, OCR and the operator's links. */
import { pageFolder } from './page-url.ts';

export const operatorLinks = ['docs', 'status', 'support'] as const;
export type OperatorLink = (typeof operatorLinks)[number];

export type DashboardConfig = {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  /** Sent with every authorization request; some providers want an `audience` here. */
  readonly signInParameters: Readonly<Record<string, string>>;
  /** Base URL of the API. */
  readonly apiUrl: string;
  /** A sample document; null if the installation has none. */
  readonly sampleUrl: string | null;
  /** Languages of OCR, the default first; empty if it is off, null if it is not known. */
  readonly ocrLanguages: readonly string[] | null;
  /** How users get a larger plan, as far as the operator has set it. */
  readonly upgrade: {
    readonly url: string | null;
    readonly text: string | null;
    readonly contact: string | null;
  };
  /** By plan, as the operator writes them. */
  readonly planPrices: Readonly<Record<string, string>>;
  /** Pages of the operator for users. */
  readonly links: Readonly<Record<OperatorLink, string | null>>;
};

type ConfigBody = {
  readonly issuer?: unknown;
  readonly client_id?: unknown;
  readonly scope?: unknown;
  readonly sign_in_parameters?: unknown;
  readonly api_url?: unknown;
  readonly sample?: unknown;
  readonly ocr_languages?: unknown;
  readonly upgrade_url?: unknown;
  readonly upgrade_text?: unknown;
  readonly operator_contact?: unknown;
  readonly plan_prices?: unknown;
  readonly docs_url?: unknown;
  readonly status_url?: unknown;
  readonly support_url?: unknown;
};

const defaultScope = 'openid email offline_access';

function textOr<Fallback>(value: unknown, fallback: Fallback): string | Fallback {
  return typeof value === 'string' && value !== '' ? value : fallback;
}

/** A link may lead to a web page or an e-mail address, never run a script. */
function linkOr<Fallback>(value: unknown, fallback: Fallback): string | Fallback {
  return /^(https?:\/\/|mailto:)/i.test(textOr(value, '')) ? String(value) : fallback;
}

/** `pageUrl` is the URL the dashboard is served from, with a trailing slash. */
export function readConfig(body: ConfigBody, pageUrl: string): DashboardConfig {
  const issuer = textOr(body.issuer, null);
  const clientId = textOr(body.client_id, null);
  if (issuer === null || clientId === null) throw new Error('config.json has no issuer or no client_id');
  const sample = textOr(body.sample, null);
  const parameters = (body.sign_in_parameters ?? {}) as Record<string, unknown>;
  return {
    issuer,
    clientId,
    scope: textOr(body.scope, defaultScope),
    signInParameters: Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [name, String(value)]),
    ),
    planPrices: Object.fromEntries(
      Object.entries(body.plan_prices ?? {}).map(([tier, price]) => [tier, String(price)]),
    ),
    apiUrl: textOr(body.api_url, new URL(pageUrl).origin).replace(/\/+$/, ''),
    sampleUrl: sample === null ? null : new URL(sample, pageUrl).href,
    ocrLanguages: Array.isArray(body.ocr_languages) ? body.ocr_languages.map(String) : null,
    upgrade: {
      url: linkOr(body.upgrade_url, null),
      text: textOr(body.upgrade_text, null),
      contact: textOr(body.operator_contact, null),
    },
    links: {
      docs: linkOr(body.docs_url, null),
      status: linkOr(body.status_url, null),
      support: linkOr(body.support_url, null),
    },
  };
}

export async function loadConfig(): Promise<DashboardConfig> {
  const response = await fetch(new URL('config.json', pageFolder()), {
    cache: 'no-cache',
    signal: AbortSignal.timeout(15_000),
  });
  if (!response.ok) throw new Error(`config.json: status ${response.status}`);
  return readConfig((await response.json()) as ConfigBody, pageFolder());
}
