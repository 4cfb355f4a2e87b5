/** The quota of the current month: used, reserved, left, and when it resets. */
import type { Usage } from '@octavo/sdk';
import { formatDay } from '../format/date-time.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Card } from '../ui/card.tsx';
import { Meter } from '../ui/meter.tsx';

export function MonthMeter({ month }: { readonly month: Usage['month'] }) {
  const { t, language } = useTranslation('usage');
  const { pages_reserved: reserved, pages_limit: limit } = month;
  const used = month.pages_used - reserved;
  const text = [
    t('used', { used, limit }),
    ...(reserved > 0 ? [t('reserved', { count: reserved })] : []),
  ].join(', ');
  return (
    <Card
      title={t('month')}
      aside={
        <span className="text-sm text-muted">
          {t('resets', { day: formatDay(month.resets_at, language) })}
        </span>
      }
    >
      <p className="mb-3 flex flex-wrap items-baseline gap-x-2">
        <span className="text-3xl font-semibold tracking-tight tabular-nums">
          {month.pages_remaining.toLocaleString(language)}
        </span>
        <span className="text-muted">{t('left')}</span>
      </p>
      <Meter label={t('month')} value={used} reserved={reserved} max={limit} text={text} />
      <p className="mt-2 text-sm text-muted">{text}</p>
    </Card>
  );
}
