/** Fetches files over HTTPS: the address of each hop is checked before connecting, and exactly that address is used. */
import type { IncomingMessage } from 'node:http';
import { sourceUrlFailed } from '../domain/source-url.ts';
import type { FetchedFile, FileFetcher } from '../ports/file-fetcher.ts';
import { addressesOf, faultOf, type HopSettings, redirectsMax, SendFault, targetOf } from './checked-hop.ts';
import { type Resolve, resolver } from './resolve.ts';
import { sendTo } from './send-to.ts';

export type FetcherSettings = HopSettings & {
  /** From the look-up of the name to the last byte, including redirects. */
  readonly timeoutMs: number;
  /** Name servers to use; empty: those of the system. */
  readonly dnsServers: readonly string[];
};

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const headers = {
  accept: 'application/pdf, */*',
  'accept-encoding': 'identity',
  'user-agent': 'Octavo-Fetch/1',
};

type Opened = { readonly url: URL; readonly response: IncomingMessage };

async function open(
  settings: FetcherSettings,
  resolve: Resolve,
  text: string,
  signal: AbortSignal,
): Promise<Opened> {
  let url = targetOf(text, settings, null);
  for (let hops = 0; ; hops += 1) {
    const addresses = await addressesOf(url, settings, resolve, signal);
    const response = await sendTo({ method: 'GET', url, addresses, headers, signal });
    const { statusCode = 0, headers: answered } = response;
    if (!redirectStatuses.has(statusCode)) return { url, response };
    response.destroy();
    if (hops === redirectsMax) throw new SendFault('too_many_redirects', statusCode);
    url = targetOf(answered.location ?? '', settings, { url, statusCode });
  }
}

/** Only a whole file as it is: neither a part of it nor a compressed form. */
function checkResponse({ statusCode = 0, headers: answered }: IncomingMessage): void {
  if (statusCode !== 200) throw new SendFault('status', statusCode);
  const coding = answered['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding !== 'identity' && coding !== '') throw new SendFault('invalid_response');
}

function fileNameOf({ pathname }: URL): string | undefined {
  const last = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

export function fileFetcher(settings: FetcherSettings): FileFetcher {
  const resolve = resolver(settings.dnsServers);
  return {
    fetch: async (text, outer): Promise<FetchedFile> => {
      const limit = AbortSignal.timeout(settings.timeoutMs);
      const signal = AbortSignal.any([outer, limit]);
      const failed = (error: unknown) => {
        const statusCode = error instanceof SendFault ? error.statusCode : null;
        return sourceUrlFailed(faultOf(error, outer, limit), statusCode, error);
      };
      async function* bodyOf(response: IncomingMessage): AsyncGenerator<Buffer> {
        const blocks = response[Symbol.asyncIterator]();
        try {
          for (;;) {
            const { done, value } = await blocks.next().catch((error: unknown) => {
              throw failed(error);
            });
            if (done) return;
            yield value;
          }
        } finally {
          response.destroy();
        }
      }
      try {
        const { url, response } = await open(settings, resolve, text, signal);
        try {
          checkResponse(response);
        } catch (error) {
          response.destroy();
          throw error;
        }
        return { fileName: fileNameOf(url), body: bodyOf(response) };
      } catch (error) {
        throw failed(error);
      }
    },
  };
}
