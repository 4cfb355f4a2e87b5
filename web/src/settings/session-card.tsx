/** Who is signed in, where, and how to end it. */
import { Link } from '@tanstack/react-router';
import LogOut from 'lucide-react/icons/log-out';
import { useAccount } from '../api/account-queries.ts';
import { formatDay } from '../format/date-time.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useDashboard } from '../session/dashboard-context.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import { Button, buttonClasses } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

export function SessionCard() {
  const { t, language } = useTranslation('settings');
  const { t: app } = useTranslation();
  const { data: account } = useAccount();
  const { issuer } = useDashboard().config;
  const signOut = useSignOut();
  return (
    <Card title={t('session.title')}>
      {account !== undefined && (
        <p className="mb-1 break-words">
          {t('session.account', { email: account.email, day: formatDay(account.created_at, language) })}
        </p>
      )}
      <p className="mb-4 text-muted">{t('session.text', { host: new URL(issuer).host })}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={signOut}>
          <LogOut aria-hidden size={16} />
          {app('session.signOut')}
        </Button>
        <Link to="/keys" className={buttonClasses()}>
          {t('session.keys')}
        </Link>
      </div>
    </Card>
  );
}
