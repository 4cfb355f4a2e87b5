/**
 * The routes of the dashboard. The code and texts of a page are loaded when it is first visited.
 * The redirect URI `/signed-in` is handled by `startDashboard` before the router starts.
 */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { ensureTexts } from './i18n/language.ts';
import type { Namespace } from './i18n/locale.ts';
import { readJobsSearch } from './jobs/jobs-search.ts';
import { AppShell } from './shell/app-shell.tsx';
import { NotFound, PageCrashed } from './shell/error-pages.tsx';
import { loadChunk } from './shell/load-chunk.ts';
import { Spinner } from './ui/loading.tsx';
import { readCompareSearch } from './viewer/compare/compare-search.ts';
import { readViewerSearch } from './viewer/viewer-search.ts';

const root = createRootRoute({ component: AppShell, notFoundComponent: NotFound });
const under = () => root;

/** Loads a page and its texts in parallel. */
function page<Module extends Record<string, unknown>>(
  load: () => Promise<Module>,
  name: keyof Module & string,
  ...texts: readonly Namespace[]
) {
  return lazyRouteComponent(
    async () => (await loadChunk(() => Promise.all([load(), ensureTexts(...texts)])))[0],
    name,
  );
}

/** Starts loading pdf.js in parallel with a page that shows documents, because it needs both. */
function withPdfjs<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return () => {
    const early = async () => (await import('./pdf/open-pdf.ts')).loadPdfjs();
    early().catch(() => {});
    return load();
  };
}

const home = createRoute({
  getParentRoute: under,
  path: '/',
  component: page(() => import('./home/home-page.tsx'), 'HomePage', 'home'),
});
const jobs = createRoute({
  getParentRoute: under,
  path: '/jobs',
  validateSearch: readJobsSearch,
  component: page(() => import('./jobs/jobs-page.tsx'), 'JobsPage', 'jobs', 'options', 'failures'),
});
const viewer = createRoute({
  getParentRoute: under,
  path: '/jobs/$jobId',
  validateSearch: readViewerSearch,
  component: page(
    withPdfjs(() => import('./viewer/viewer-page.tsx')),
    'ViewerPage',
    'viewer',
    'jobs',
    'failures',
  ),
});
const compare = createRoute({
  getParentRoute: under,
  path: '/compare/$baseId/$headId',
  validateSearch: readCompareSearch,
  component: page(
    withPdfjs(() => import('./viewer/compare/compare-page.tsx')),
    'ComparePage',
    'compare',
    'viewer',
  ),
});
/** For everyone, also without an account. */
const sample = createRoute({
  getParentRoute: under,
  path: '/sample',
  component: page(
    withPdfjs(() => import('./viewer/sample/sample-page.tsx')),
    'SamplePage',
    'viewer',
    'share',
  ),
});
const keys = createRoute({
  getParentRoute: under,
  path: '/keys',
  component: page(() => import('./keys/keys-page.tsx'), 'KeysPage', 'keys'),
});
const usage = createRoute({
  getParentRoute: under,
  path: '/usage',
  component: page(() => import('./usage/usage-page.tsx'), 'UsagePage', 'usage'),
});
const plan = createRoute({
  getParentRoute: under,
  path: '/plan',
  component: page(() => import('./plan/plan-page.tsx'), 'PlanPage', 'plan'),
});
const settings = createRoute({
  getParentRoute: under,
  path: '/settings',
  component: page(() => import('./settings/settings-page.tsx'), 'SettingsPage', 'settings', 'options'),
});
const webhooks = createRoute({
  getParentRoute: under,
  path: '/webhooks',
  component: page(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage', 'webhooks'),
});

export const router = createRouter({
  routeTree: root.addChildren([home, jobs, viewer, compare, sample, keys, usage, plan, webhooks, settings]),
  basepath: '/app',
  defaultPreload: 'intent',
  defaultPendingComponent: Spinner,
  defaultErrorComponent: PageCrashed,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
