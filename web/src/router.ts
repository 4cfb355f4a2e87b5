/**
 * Every address of the dashboard; each page's code is fetched when it is first visited. `/signed-in`, where the
 * provider sends people back to, never gets this far: it is answered before anything is shown.
 */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { AppShell } from './shell/app-shell.tsx';
import { NotFound } from './shell/not-found.tsx';
import { PageError } from './shell/page-error.tsx';
import { Pending } from './shell/pending.tsx';
import { readViewerSearch } from './viewer/viewer-search.ts';

const root = createRootRoute({ component: AppShell, notFoundComponent: NotFound });
const under = () => root;

const home = createRoute({
  getParentRoute: under,
  path: '/',
  component: lazyRouteComponent(() => import('./home/home-page.tsx'), 'HomePage'),
});
const jobs = createRoute({
  getParentRoute: under,
  path: '/jobs',
  component: lazyRouteComponent(() => import('./jobs/jobs-page.tsx'), 'JobsPage'),
});
const viewer = createRoute({
  getParentRoute: under,
  path: '/jobs/$jobId',
  validateSearch: readViewerSearch,
  component: lazyRouteComponent(() => import('./viewer/viewer-page.tsx'), 'ViewerPage'),
});
const keys = createRoute({
  getParentRoute: under,
  path: '/keys',
  component: lazyRouteComponent(() => import('./keys/keys-page.tsx'), 'KeysPage'),
});
const usage = createRoute({
  getParentRoute: under,
  path: '/usage',
  component: lazyRouteComponent(() => import('./usage/usage-page.tsx'), 'UsagePage'),
});
const plan = createRoute({
  getParentRoute: under,
  path: '/plan',
  component: lazyRouteComponent(() => import('./plan/plan-page.tsx'), 'PlanPage'),
});
const webhooks = createRoute({
  getParentRoute: under,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});
export const router = createRouter({
  routeTree: root.addChildren([home, jobs, viewer, keys, usage, plan, webhooks]),
  basepath: '/app',
  defaultPreload: 'intent',
  defaultPendingComponent: Pending,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
