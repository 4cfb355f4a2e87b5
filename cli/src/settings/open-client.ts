/** Creates the SDK client with the API key, server URL and request log of this call. */
import { Octavo, type OctavoOptions } from '@octavo/sdk';
import type { CliEnvironment } from '../cli-environment.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { version } from '../version.ts';
import { loggedFetch } from './logged-fetch.ts';
import { requiredBaseUrl, requiredKey, type Settings } from './settings.ts';

export function openClient(
  environment: CliEnvironment,
  globalOptions: GlobalOptions,
  settings: Settings,
  options: OctavoOptions = {},
): Octavo {
  const baseUrl = options.baseUrl ?? requiredBaseUrl(settings);
  const apiKey = options.apiKey ?? requiredKey(settings);
  const fetch = (url: string, init: RequestInit) => environment.fetch(url, init);
  return new Octavo({
    fetch: globalOptions.debug ? loggedFetch(fetch, (line) => environment.stderr.write(`${line}\n`)) : fetch,
    timeoutMs: 60_000,
    defaultHeaders: { 'user-agent': `octavo-cli/${version} node/${process.versions.node}` },
    ...options,
    baseUrl,
    apiKey,
  });
}
