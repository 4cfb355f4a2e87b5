/** Sends webhooks over HTTP: the address of each hop is checked before connecting, and exactly that address is used. */

import type { AttemptFault, AttemptResult } from '../domain/webhook.ts';
import type { WebhookAnswer, WebhookRequest, WebhookSender } from '../ports/webhook-sender.ts';
import { addressesOf, faultOf, type HopSettings, redirectsMax, SendFault, targetOf } from './checked-hop.ts';
import { type PostResponse, post } from './post.ts';
import { type Resolve, resolver } from './resolve.ts';

export type SenderSettings = HopSettings & {
  /** For the whole attempt, including redirects. */
  readonly timeoutMs: number;
  /** Name servers to use; empty: those of the system. */
  readonly dnsServers: readonly string[];
};

/** Redirects that keep the method; the others turn the request into a GET. */
const keepsPost = new Set([307, 308]);

/** Seconds or a date, as in HTTP. */
function retryAfterMs(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

type Hops = { count: number; response: PostResponse | null };

/** Follows redirects that keep the POST; returns the last response. */
async function sendFollowing(
  settings: SenderSettings,
  resolve: Resolve,
  request: WebhookRequest,
  signal: AbortSignal,
  hops: Hops,
): Promise<PostResponse> {
  let url = targetOf(request.url, settings, null);
  for (;;) {
    const addresses = await addressesOf(url, settings, resolve, signal);
    const { headers, body } = request;
    hops.response = await post({ url, addresses, headers, body, signal });
    const { statusCode, location } = hops.response;
    if (statusCode < 300 || statusCode > 399) return hops.response;
    if (!keepsPost.has(statusCode) || location === undefined) throw new SendFault('redirect', statusCode);
    if (hops.count === redirectsMax) throw new SendFault('too_many_redirects', statusCode);
    hops.count += 1;
    url = targetOf(location, settings, { url, statusCode });
  }
}

export function webhookSender(settings: SenderSettings): WebhookSender {
  const resolve = resolver(settings.dnsServers);
  return {
    send: async (request): Promise<WebhookAnswer> => {
      const began = performance.now();
      const limit = AbortSignal.timeout(settings.timeoutMs);
      const signal = AbortSignal.any([request.signal, limit]);
      const hops: Hops = { count: 0, response: null };
      const sent = { ...request, headers: { ...fixedHeaders, ...request.headers } };
      const end = (statusCode: number | null, fault: AttemptFault | null): AttemptResult => ({
        statusCode,
        fault,
        redirects: hops.count,
        durationMs: Math.round(performance.now() - began),
      });
      try {
        const { statusCode, retryAfter } = await sendFollowing(settings, resolve, sent, signal, hops);
        const isSuccess = statusCode >= 200 && statusCode < 300;
        return {
          result: end(statusCode, isSuccess ? null : 'status'),
          retryAfterMs: isSuccess ? null : retryAfterMs(retryAfter),
        };
      } catch (error) {
        const statusCode = error instanceof SendFault ? error.statusCode : null;
        // After a redirect, its status is the last one received.
        const lastStatus = statusCode ?? hops.response?.statusCode ?? null;
        return { result: end(lastStatus, faultOf(error, request.signal, limit)), retryAfterMs: null };
      }
    },
  };
}

const fixedHeaders = { 'content-type': 'application/json', 'user-agent': 'Octavo-Webhooks/1' };
