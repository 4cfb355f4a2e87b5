/** Health check of the identity provider: reachable, with the configured issuer, and with keys. */
import { bad, type Check, ok } from '../ports/health-check.ts';

const part = 'issuer';
const timeoutMs = 5_000;

async function readJson(url: string): Promise<Record<string, unknown>> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return (await answer.json()) as Record<string, unknown>;
}

export function issuerCheck(issuer: string): Check {
  return {
    part,
    run: async () => {
      try {
        const document = await readJson(`${issuer}/.well-known/openid-configuration`);
        if (document['issuer'] !== issuer) {
          const next = 'Set OCTAVO_OIDC_ISSUER to that very text; a slash at the end counts.';
          return [bad(part, `calls itself ${JSON.stringify(document['issuer'])}`, next)];
        }
        const { keys } = (await readJson(String(document['jwks_uri']))) as { keys?: unknown[] };
        return (keys?.length ?? 0) > 0
          ? [ok(part, `${issuer} publishes ${keys?.length} keys`)]
          : [bad(part, 'publishes no keys', 'No session token can be checked; look at the provider.')];
      } catch (error) {
        const why = error instanceof Error ? error.message : 'unknown';
        const next =
          'Session tokens with an unknown key get 503 meanwhile; API keys work. Is the address right?';
        return [bad(part, `cannot be reached: ${why}`, next)];
      }
    },
  };
}
