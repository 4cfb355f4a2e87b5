/** The service: does it answer, is it Octavo, does its clock agree with ours. */

import type { CliEnvironment } from '../cli-environment.ts';
import type { Settings } from '../settings/settings.ts';
import { type Check, failed, ok, warning } from './check.ts';

const answerTimeoutMs = 10_000;
const clockDifferenceMaxMs = 60_000;

export function checkAddress({ baseUrl }: Settings): Check {
  if (!baseUrl) {
    const next = 'Name it once: octavo login --base-url https://octavo.example.com';
    return failed('address', 'not known', next, 'usage');
  }
  const detail = `${baseUrl.value} (from ${baseUrl.from})`;
  if (URL.canParse(baseUrl.value) && /^https?:/.test(baseUrl.value)) return ok('address', detail);
  return failed('address', `${detail} is no address`, 'Use one such as https://octavo.example.com.', 'usage');
}

/** What the failure of a connection means, by the names the system has for it. */
function adviceFor(code: string): string {
  if (/ENOTFOUND|EAI_AGAIN/.test(code))
    return 'The name is not known: check the address and the DNS of this machine.';
  if (/ECONNREFUSED/.test(code)) return 'Nothing listens there: check the port, or start the service.';
  if (/CERT|SELF_SIGNED|ISSUER|TLS|SSL/.test(code)) {
    return 'The certificate is not trusted: name its authority in NODE_EXTRA_CA_CERTS.';
  }
  return 'Check the network, a firewall or a proxy in between.';
}

function codeOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? name;
}

/** Commands refuse redirects, so that the key stays with the address it was given for. */
function redirected({ origin }: URL): Check {
  const next = `Name the address that answers itself: octavo login --base-url ${origin}`;
  return failed('service', `redirects to ${origin}, which is not followed`, next, 'unreachable');
}

export async function checkService(environment: CliEnvironment, baseUrl: string): Promise<readonly Check[]> {
  const root = baseUrl.replace(/\/+$/, '');
  const sentAt = Date.now();
  let response: Response;
  try {
    const signal = AbortSignal.timeout(answerTimeoutMs);
    response = await environment.fetch(`${root}/health`, { signal, redirect: 'manual' });
  } catch (error) {
    const code = codeOf(error);
    return [failed('service', `no answer (${code})`, adviceFor(code), 'unreachable')];
  }
  const answeredAt = Date.now();
  const location = response.headers.get('location');
  if (location !== null && URL.canParse(location, root)) return [redirected(new URL(location, root))];
  const body = await response.text();
  if (response.status !== 200 || !/"status"\s*:\s*"ok"/.test(body)) {
    const next =
      response.status === 503
        ? 'The service is up but not well; its operator can see why.'
        : 'Something else answers there: check the address.';
    return [failed('service', `GET /health answered ${response.status}`, next, 'unreachable')];
  }
  const version = await versionOf(environment, root);
  return [
    ok('service', `${version ?? 'answers'}, in ${answeredAt - sentAt} ms`),
    checkClock(response.headers.get('date'), (sentAt + answeredAt) / 2),
  ];
}

async function versionOf(environment: CliEnvironment, root: string): Promise<string | null> {
  try {
    const response = await environment.fetch(`${root}/openapi.json`, {
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    const { info } = (await response.json()) as { info?: { title?: string; version?: string } };
    return info?.title && info.version ? `${info.title} ${info.version}` : null;
  } catch {
    return null;
  }
}

export function checkClock(date: string | null, hereMs: number): Check {
  const thereMs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(thereMs)) return ok('clock', 'the service does not tell its time');
  const differenceMs = Math.abs(hereMs - thereMs);
  const seconds = Math.round(differenceMs / 1000);
  if (differenceMs <= clockDifferenceMaxMs)
    return ok('clock', `agrees with the service (${seconds} s apart)`);
  return warning(
    'clock',
    `${seconds} s ${hereMs > thereMs ? 'ahead of' : 'behind'} the service`,
    'Set the clock of this machine: links that expire and signatures of webhooks go by it.',
  );
}
