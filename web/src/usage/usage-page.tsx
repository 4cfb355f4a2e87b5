/** The usage page: quota, pages per day, usage by API key. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryKeys } from '../api/query-client.ts';
import { QueryResult } from '../api/query-result.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { useClient } from '../session/dashboard-context.ts';
import { Card } from '../ui/card.tsx';
import { Page } from '../ui/page.tsx';
import { Select } from '../ui/select.tsx';
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
  const query = useQuery({
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
    <Page title={t('title')} text={t('text')}>
      <QueryResult query={query} skeletonLines={6}>
        {(usage) => (
          <div className="flex flex-col gap-6">
            <MonthMeter month={usage.month} />
            <Card title={t('perDay')} aside={picker}>
              <p className="mb-5 text-sm text-muted">
                {t('pageCount', { count: usage.pages })} · {t('jobCount', { count: usage.jobs })}
              </p>
              {usage.pages > 0 ? (
                <UsageChart days={usage.days} />
              ) : (
                <p className="py-10 text-center text-muted">{t('none')}</p>
              )}
            </Card>
            <KeyUsage usage={usage} />
          </div>
        )}
      </QueryResult>
    </Page>
  );
}
