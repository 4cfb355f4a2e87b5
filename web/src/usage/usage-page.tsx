/** What the pages went to: the month, its days, its keys. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryKeys } from '../api/query-keys.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useClient } from '../session/dashboard-context.ts';
import { Page } from '../shell/page.tsx';
import { Card } from '../ui/card.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Select } from '../ui/select.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { KeyUsage } from './key-usage.tsx';
import { MonthMeter } from './month-meter.tsx';
import { UsageChart } from './usage-chart.tsx';
import { monthName, monthsBack } from './usage-range.ts';

const monthsShown = 12;

export function UsagePage() {
  const { t, language } = useTranslation('usage');
  const client = useClient();
  const months = useMemo(() => monthsBack(Date.now(), monthsShown), []);
  const [chosen, setChosen] = useState(0);
  const { from, to } = months[chosen] ?? { from: '', to: '' };
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.usage, from, to],
    queryFn: ({ signal }) => client.usage.retrieve({ from, to }, { signal }),
    placeholderData: keepPreviousData,
  });
  const picker = (
    <div className="w-48">
      <Select
        label={t('choose')}
        isLabelHidden
        value={String(chosen)}
        onChange={(value) => setChosen(Number(value))}
        options={months.map((month, index) => ({ value: String(index), label: monthName(month, language) }))}
      />
    </div>
  );
  return (
    <Page>
      <PageHeading title={t('title')} text={t('text')} />
      {error !== null && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && (
        <Card>
          <Skeleton lines={6} />
        </Card>
      )}
      {data !== undefined && (
        <div className="flex flex-col gap-6">
          <MonthMeter month={data.month} />
          <Card title={t('perDay')} aside={picker}>
            <p className="mb-5 text-sm text-muted">
              {t('pageCount', { count: data.pages })} · {t('jobCount', { count: data.jobs })}
            </p>
            <UsageChart days={data.days} />
          </Card>
          <KeyUsage usage={data} />
        </div>
      )}
    </Page>
  );
}
