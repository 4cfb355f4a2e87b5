/** The fetcher of files that submits name by a URL, from the configuration. */
import type { Config } from '../config/config.ts';
import { fileFetcher } from '../outgoing/file-fetcher.ts';
import type { FileFetcher } from '../ports/file-fetcher.ts';
import { networkList } from '../protocol/public-address.ts';

export function openFileFetcher({ sourceUrls, webhooks }: Config): FileFetcher | undefined {
  const { enabled, timeoutMs, allowHttp, allowedNetworks } = sourceUrls;
  const policy = { allowHttp, allowedNetworks: networkList(allowedNetworks) };
  return enabled ? fileFetcher({ policy, timeoutMs, dnsServers: webhooks.dnsServers }) : undefined;
}
