/** The pages of the current month: left, charged and reserved. */
import { Link } from '@tanstack/react-router';
import { useMonth } from '../api/account-queries.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/loading.tsx';
import { Meter } from '../ui/meter.tsx';

export function MonthCard() {
  const { t, language } = useTranslation('home');
  const { data: month, isError } = useMonth();
  if (isError) return null;
  const reserved = month?.pages_reserved ?? 0;
  const used = (month?.pages_used ?? 0) - reserved;
  const text = [
    t('used', { used, limit: month?.pages_limit ?? 0 }),
    ...(reserved > 0 ? [t('reserved', { count: reserved })] : []),
  ].join(', ');
  return (
    <Card title={t('month')}>
      {month === undefined ? (
        <Skeleton lines={2} />
      ) : (
        <>
          <p className="mb-3">
            <span className="text-3xl font-semibold tracking-tight tabular-nums">
              {month.pages_remaining.toLocaleString(language)}
            </span>{' '}
            <span className="text-muted">{t('pagesLeft')}</span>
          </p>
          <Meter label={t('month')} value={used} reserved={reserved} max={month.pages_limit} text={text} />
          <p className="mt-2 flex flex-wrap justify-between gap-2 text-sm text-muted">
            <span>{text}</span>
            <Link to="/usage" className="font-medium text-accent underline-offset-4 hover:underline">
              {t('details')}
            </Link>
          </p>
        </>
      )}
    </Card>
  );
}
