/** The frame of every page of the account: skip link, navigation, content, toasts. The sample has none. */
import { Link, Outlet, useMatchRoute } from '@tanstack/react-router';
import { LiveUpdates } from '../api/live-updates.tsx';
import { UnreachableBanner } from '../api/unreachable-banner.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { SessionGate } from '../session/session-gate.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { DropAnywhere } from '../upload/drop-anywhere.tsx';
import { LeaveWarning } from '../upload/leave-warning.tsx';
import { Logo } from './logo.tsx';
import { MenuButton } from './menu-button.tsx';
import { SideBar } from './side-bar.tsx';

export function AppShell() {
  const { t } = useTranslation();
  if (useMatchRoute()({ to: '/sample' })) return <Outlet />;
  return (
    <SessionGate>
      <a
        href="#content"
        className="sr-only z-50 rounded-lg bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {t('skip')}
      </a>
      <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <aside className="sticky top-0 hidden h-dvh border-r border-line bg-surface lg:block">
          <SideBar />
        </aside>
        <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-line bg-surface px-2 lg:hidden">
          <MenuButton />
          <Link to="/" className="flex items-center gap-2 rounded-lg p-1">
            <Logo />
            <span className="font-semibold tracking-tight">{t('name')}</span>
          </Link>
        </header>
        <main id="content" tabIndex={-1} className="min-w-0 focus:outline-none">
          <UnreachableBanner />
          <Outlet />
        </main>
      </div>
      <Toasts />
      <DropAnywhere />
      <LeaveWarning />
      <LiveUpdates />
    </SessionGate>
  );
}
