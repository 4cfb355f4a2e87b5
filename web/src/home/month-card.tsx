/** The pages left in the current month. */
import { Link } from '@tanstack/react-router';
import { useAccount } from '../api/account-queries.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/loading.tsx';
import { Meter } from '../ui/meter.tsx';

export function MonthCard() {
  const { t, language } = useTranslation('home');
  const { data: account, isError } = useAccount();
  if (isError) return null;
  return (
    <Card title={t('month')}>
      {account === undefined ? (
        <Skeleton lines={2} />
      ) : (
        <>
          <p className="mb-3">
            <span className="text-3xl font-semibold tracking-tight tabular-nums">
              {Math.max(0, account.pages_limit - account.pages_used).toLocaleString(language)}
            </span>{' '}
            <span className="text-muted">{t('pagesLeft')}</span>
          </p>
          <Meter
            label={t('month')}
            value={account.pages_used}
            max={account.pages_limit}
            text={t('used', { used: account.pages_used, limit: account.pages_limit })}
          />
          <p className="mt-2 flex flex-wrap justify-between gap-2 text-sm text-muted">
            <span>{t('used', { used: account.pages_used, limit: account.pages_limit })}</span>
            <Link to="/usage" className="font-medium text-accent underline-offset-4 hover:underline">
              {t('details')}
            </Link>
          </p>
        </>
      )}
    </Card>
  );
}
