/** Who is signed in, on which plan, and the way out. */
import { useQueryClient } from '@tanstack/react-query';
import LogOut from 'lucide-react/icons/log-out';
import { useAccount } from '../api/use-account.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useDashboard } from './dashboard-context.ts';

export function AccountMenu() {
  const { t } = useTranslation();
  const { session } = useDashboard();
  const queries = useQueryClient();
  const { data: account } = useAccount();
  const signOut = () => {
    queries.clear();
    session.signOut().catch(() => {});
  };
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
