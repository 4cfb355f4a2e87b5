/** Finds out who is signed in before anything is shown: configuration, the way back from the provider, or a silent question to it. */
import { Octavo } from '@octavo/sdk';
import { LiveEvents } from '../api/live-events.ts';
import { ServiceMonitor } from '../api/service-monitor.ts';
import { Uploads } from '../upload/uploads.ts';
import { loadConfig, pageFolder } from './config.ts';
import type { Dashboard } from './dashboard-context.ts';
import { OidcProvider } from './oidc-provider.ts';
import { Session } from './session.ts';

/** Only ever a page of ours: what stands in storage is not trusted to be one. */
function ownPath(path: string): string {
  const url = new URL(path, location.origin);
  const isOurs = url.origin === location.origin && url.pathname.startsWith(import.meta.env.BASE_URL);
  return isOurs ? `${url.pathname}${url.search}${url.hash}` : import.meta.env.BASE_URL;
}

/** Null when the browser is leaving for the provider. */
export async function startDashboard(from: string): Promise<Dashboard | null> {
  const config = await loadConfig();
  const session = new Session(new OidcProvider(config, pageFolder()));
  const client = new Octavo({ baseUrl: config.apiUrl, sessionToken: session.token });
  if (location.pathname === `${import.meta.env.BASE_URL}signed-in`) {
    const returnTo = await session.finish(new URL(location.href), import.meta.env.BASE_URL);
    history.replaceState(null, '', ownPath(returnTo));
  } else if (await session.resume(from).catch(() => false)) {
    return null;
  }
  const live = new LiveEvents(client);
  const uploads = new Uploads(async (list) =>
    (await import('../upload/open-queue.ts')).openQueue(client, live, list),
  );
  const service = new ServiceMonitor(client);
  return { config, session, client, live, service, uploads };
}
