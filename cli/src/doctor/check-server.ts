/** Checks the server: its URL, whether it responds, whether it is Octavo, and its clock. */

import type { CliEnvironment } from '../cli-environment.ts';
import type { Settings } from '../settings/settings.ts';
import { type Check, failed, ok, warning } from './check.ts';

const responseTimeoutMs = 10_000;
const clockDifferenceMaxMs = 60_000;

export function checkServerUrl({ baseUrl }: Settings): Check {
  if (!baseUrl) {
    const next = 'Run octavo login --base-url <url>, or set OCTAVO_BASE_URL.';
    return failed('server URL', 'not configured', next, 'usage');
  }
  const detail = `${baseUrl.value} (from ${baseUrl.from})`;
  if (URL.canParse(baseUrl.value) && /^https?:/.test(baseUrl.value)) return ok('server URL', detail);
  const next = 'Use a URL such as https://octavo.example.com.';
  return failed('server URL', `${detail} is not a valid URL`, next, 'usage');
}

/** Advice for a failed connection, by its error code. */
function adviceFor(code: string): string {
  if (/ENOTFOUND|EAI_AGAIN/.test(code))
    return 'The host name cannot be resolved. Check the URL and the DNS settings of this machine.';
  if (/ECONNREFUSED/.test(code)) return 'Nothing is listening there. Check the port, or start the server.';
  if (/CERT|SELF_SIGNED|ISSUER|TLS|SSL/.test(code)) {
    return 'The certificate is not trusted. Set NODE_EXTRA_CA_CERTS to the file of its certificate authority.';
  }
  return 'Check the network, firewalls and proxies.';
}

function codeOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? name;
}

/** Commands do not follow redirects, which would send the API key to another server. */
function redirected({ origin }: URL): Check {
  const next = `If you trust it, use it directly: octavo login --base-url ${origin}`;
  return failed('server', `redirects to ${origin}; redirects are not followed`, next, 'unreachable');
}

export async function checkServer(environment: CliEnvironment, baseUrl: string): Promise<readonly Check[]> {
  const root = baseUrl.replace(/\/+$/, '');
  const sentAt = Date.now();
  let response: Response;
  try {
    const signal = AbortSignal.timeout(responseTimeoutMs);
    response = await environment.fetch(`${root}/health`, { signal, redirect: 'manual' });
  } catch (error) {
    const code = codeOf(error);
    return [failed('server', `no response (${code})`, adviceFor(code), 'unreachable')];
  }
  const respondedAt = Date.now();
  const location = response.headers.get('location');
  if (location !== null && URL.canParse(location, root)) return [redirected(new URL(location, root))];
  const body = await response.text();
  if (response.status !== 200 || !/"status"\s*:\s*"ok"/.test(body)) {
    const next =
      response.status === 503
        ? 'The server is running but not healthy. Its operator can find the reason in the log.'
        : 'This is not an Octavo server. Check the URL.';
    return [failed('server', `GET /health responded with status ${response.status}`, next, 'unreachable')];
  }
  const version = await versionOf(environment, root);
  return [
    ok('server', `${version ?? 'Octavo'}, responded in ${respondedAt - sentAt} ms`),
    checkClock(response.headers.get('date'), (sentAt + respondedAt) / 2),
  ];
}

async function versionOf(environment: CliEnvironment, root: string): Promise<string | null> {
  try {
    const response = await environment.fetch(`${root}/openapi.json`, {
      signal: AbortSignal.timeout(responseTimeoutMs),
    });
    const { info } = (await response.json()) as { info?: { title?: string; version?: string } };
    return info?.title && info.version ? `${info.title} ${info.version}` : null;
  } catch {
    return null;
  }
}

export function checkClock(date: string | null, hereMs: number): Check {
  const thereMs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(thereMs)) return ok('clock', 'not checked: the server sent no date');
  const differenceMs = Math.abs(hereMs - thereMs);
  const seconds = Math.round(differenceMs / 1000);
  if (differenceMs <= clockDifferenceMaxMs)
    return ok('clock', `in sync with the server (${seconds} s difference)`);
  return warning(
    'clock',
    `${seconds} s ${hereMs > thereMs ? 'ahead of' : 'behind'} the server`,
    'Correct the clock of this machine. Expiring links and webhook signatures depend on it.',
  );
}
