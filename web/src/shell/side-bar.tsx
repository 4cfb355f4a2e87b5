/** What stands on the left of a wide screen, and in the menu of a narrow one. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../i18n/use-translation.ts';
import { AccountMenu } from '../session/account-menu.tsx';
import { Logo } from './logo.tsx';
import { NavLinks } from './nav-links.tsx';
import { Preferences } from './preferences.tsx';

export function SideBar({ onNavigate }: { readonly onNavigate?: () => void }) {
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
        <Preferences />
        <AccountMenu />
      </div>
    </div>
  );
}
