/** Rejects redirects: `fetch` would send the API key along, even to another origin. */
import { RedirectError } from '../errors/octavo-error.ts';

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function originOf(location: string | null, requestUrl: string): string | null {
  return location !== null && URL.canParse(location, requestUrl)
    ? new URL(location, requestUrl).origin
    : null;
}

export function redirectError(requestUrl: string, location: string | null, cause?: unknown): RedirectError {
  const target = originOf(location, requestUrl);
  return new RedirectError(
    `${new URL(requestUrl).origin} responded with a redirect${target === null ? '' : ` to ${target}`}. Redirects are not followed, because requests carry your credentials.`,
    'Set baseUrl to the final URL of the server.',
    { cause },
  );
}

/** With `redirect: 'manual'`, browsers hide status and location of a redirect and set a type; other runtimes show both. */
export function refuseRedirect(response: Response, requestUrl: string): void {
  if (response.type !== 'opaqueredirect' && !redirectStatuses.has(response.status)) return;
  void response.body?.cancel().catch(() => {});
  throw redirectError(requestUrl, response.headers.get('location'));
}

/** Recognizes what Node and Bun throw for a redirect with `redirect: 'error'`. */
export function isRefusedRedirect(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: unknown; message?: unknown };
  return /unexpected.?redirect/i.test(`${code} ${message}`);
}
