/** Starts the dashboard: loads the configuration, then finishes a sign-in or resumes the session silently. */
import { Octavo } from '@octavo/sdk';
import { LiveEvents } from '../api/live-events.ts';
import { ServiceMonitor } from '../api/service-monitor.ts';
import { Uploads } from '../upload/uploads.ts';
import { loadConfig } from './config.ts';
import type { Dashboard } from './dashboard-context.ts';
import { OidcProvider } from './oidc-provider.ts';
import { pageFolder, pathInDashboard } from './page-url.ts';
import { Session } from './session.ts';

/** Null when the browser is being redirected to the provider. */
export async function startDashboard(from: string): Promise<Dashboard | null> {
  const config = await loadConfig();
  const session = new Session(new OidcProvider(config, pageFolder()));
  const client = new Octavo({ baseUrl: config.apiUrl, sessionToken: session.token });
  if (location.pathname === `${import.meta.env.BASE_URL}signed-in`) {
    const returnTo = await session.finish(new URL(location.href), import.meta.env.BASE_URL);
    history.replaceState(null, '', pathInDashboard(returnTo));
  } else if (await session.resume(from).catch(() => false)) {
    return null;
  }
  const live = new LiveEvents(client);
  const uploads = new Uploads(async (list) => {
    const [{ UploadQueue }, { countPages }] = await Promise.all([
      import('../upload/upload-queue.ts'),
      import('../pdf/count-pages.ts'),
    ]);
    return new UploadQueue({ client, live, list, countPages });
  });
  const service = new ServiceMonitor(client);
  return { config, session, client, live, service, uploads };
}
