/** The client of the service, with the key and address of this call, and its log of requests. */
import { Octavo, type OctavoOptions } from '@octavo/sdk';
import type { Globals } from '../program/global-options.ts';
import { version } from '../program/program.ts';
import type { World } from '../world.ts';
import { loggedFetch } from './logged-fetch.ts';
import { requiredBaseUrl, requiredKey, type Settings } from './settings.ts';

export function openClient(
  world: World,
  globals: Globals,
  settings: Settings,
  options: OctavoOptions = {},
): Octavo {
  const baseUrl = options.baseUrl ?? requiredBaseUrl(settings);
  const apiKey = options.apiKey ?? requiredKey(settings);
  const fetch = (url: string, init: RequestInit) => world.fetch(url, init);
  return new Octavo({
    fetch: globals.debug ? loggedFetch(fetch, (line) => world.stderr.write(`${line}\n`)) : fetch,
    timeoutMs: 60_000,
    defaultHeaders: { 'user-agent': `octavo-cli/${version} node/${process.versions.node}` },
    ...options,
    baseUrl,
    apiKey,
  });
}
