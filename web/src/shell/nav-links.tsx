/** The links of the navigation; the one for the current page says so. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../i18n/use-translation.ts';
import { navItems } from './nav-items.ts';

export function NavLinks({ onNavigate }: { readonly onNavigate?: () => void }) {
  const { t } = useTranslation();
  return (
    <ul className="flex flex-col gap-0.5">
      {navItems.map(({ to, key, icon: Icon }) => (
        <li key={to}>
          <Link
            to={to}
            activeOptions={{ exact: to === '/', includeSearch: false }}
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
