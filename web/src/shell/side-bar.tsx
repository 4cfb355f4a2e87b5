/** The navigation, preferences and account: at the side of a wide screen, in the menu of a narrow one. */
import { Link, useMatchRoute } from '@tanstack/react-router';
import ChartColumn from 'lucide-react/icons/chart-column';
import Files from 'lucide-react/icons/files';
import House from 'lucide-react/icons/house';
import KeyRound from 'lucide-react/icons/key-round';
import Layers from 'lucide-react/icons/layers';
import LogOut from 'lucide-react/icons/log-out';
import Settings from 'lucide-react/icons/settings';
import Webhook from 'lucide-react/icons/webhook';
import { useAccount } from '../api/account-queries.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { operatorLinks } from '../session/config.ts';
import { useDashboard } from '../session/dashboard-context.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import { IconButton } from '../ui/button.tsx';
import { Logo } from './logo.tsx';
import { Preferences } from './preferences.tsx';

const navItems = [
  { to: '/', key: 'nav.home', icon: House },
  { to: '/jobs', key: 'nav.jobs', icon: Files },
  { to: '/keys', key: 'nav.keys', icon: KeyRound },
  { to: '/usage', key: 'nav.usage', icon: ChartColumn },
  { to: '/plan', key: 'nav.plan', icon: Layers },
  { to: '/webhooks', key: 'nav.webhooks', icon: Webhook },
  { to: '/settings', key: 'nav.settings', icon: Settings },
] as const;

type SideBarProps = { readonly onNavigate?: () => void };

function NavLinks({ onNavigate }: SideBarProps) {
  const { t } = useTranslation();
  // A comparison is a page of two jobs, with an address of its own.
  const isComparing = useMatchRoute()({ to: '/compare/$baseId/$headId' }) !== false;
  return (
    <ul className="flex flex-col gap-0.5">
      {navItems.map(({ to, key, icon: Icon }) => (
        <li key={to}>
          <Link
            to={to}
            activeOptions={{ exact: to === '/', includeSearch: false }}
            {...(isComparing && to === '/jobs' && { 'aria-current': 'page' })}
            onClick={() => onNavigate?.()}
            className="flex items-center gap-3 rounded-lg px-3 py-2 text-sm font-medium text-muted transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent"
          >
            <Icon aria-hidden size={18} />
            {t(key)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The links that the operator has set. */
function HelpLinks() {
  const { t } = useTranslation();
  const { links } = useDashboard().config;
  const shown = operatorLinks.filter((name) => links[name] !== null);
  if (shown.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-4 px-1 text-sm text-muted">
      {shown.map((name) => (
        <a key={name} href={links[name] ?? ''} className="underline-offset-4 hover:underline">
          {t(`nav.${name}`)}
        </a>
      ))}
    </p>
  );
}

function AccountMenu() {
  const { t } = useTranslation();
  const { data: account } = useAccount();
  const signOut = useSignOut();
  return (
    <div className="flex items-center gap-2 rounded-xl border border-line bg-canvas py-2 pr-1.5 pl-3">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">{account?.email || ' '}</p>
        <p className="text-xs text-muted">{account ? t(`tier.${account.tier}`) : ' '}</p>
      </div>
      <IconButton size="small" label={t('session.signOut')} onClick={signOut}>
        <LogOut aria-hidden size={16} />
      </IconButton>
    </div>
  );
}

export function SideBar({ onNavigate }: SideBarProps) {
  const { t } = useTranslation();
  return (
    <div className="flex h-full flex-col gap-6 p-4">
      <Link
        to="/"
        onClick={() => onNavigate?.()}
        className="flex items-center gap-2.5 self-start rounded-lg p-1"
      >
        <Logo />
        <span className="text-lg font-semibold tracking-tight">{t('name')}</span>
      </Link>
      <nav aria-label={t('nav.label')} className="flex-1">
        <NavLinks {...(onNavigate === undefined ? {} : { onNavigate })} />
      </nav>
      <div className="flex flex-col gap-3">
        <HelpLinks />
        <Preferences />
        <AccountMenu />
      </div>
    </div>
  );
}
