/** How long new jobs are kept. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-client.ts';
import { QueryResult } from '../api/query-result.tsx';
import { useDescribeError } from '../api/use-describe-error.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useClient } from '../session/dashboard-context.ts';
import { Card } from '../ui/card.tsx';
import { Select } from '../ui/select.tsx';
import { showToast } from '../ui/toast-store.ts';
import { offeredDays } from './offered-days.ts';

function useRetention() {
  const client = useClient();
  const queries = useQueryClient();
  const describe = useDescribeError();
  const { t } = useTranslation('settings');
  const query = useQuery({
    queryKey: queryKeys.settings,
    queryFn: ({ signal }) => client.retention.retrieve({ signal }),
  });
  const update = useMutation({
    mutationFn: (days: number | null) => client.retention.update({ retention_days: days }),
    onSuccess: (settings) => {
      queries.setQueryData(queryKeys.settings, settings);
      showToast({ tone: 'success', text: t('retention.saved') });
    },
    onError: (error) => showToast({ tone: 'danger', text: describe(error) }),
  });
  return { query, update };
}

export function RetentionCard() {
  const { t } = useTranslation('settings');
  const { query, update } = useRetention();
  return (
    <QueryResult query={query} skeletonLines={3}>
      {({ retention_days: days }) => (
        <Card title={t('retention.title')}>
          <p className="mb-4 text-muted">{t('retention.text')}</p>
          <div className="max-w-xs">
            <Select
              label={t('retention.label')}
              value={String(days ?? '')}
              onChange={(value) => update.mutate(value === '' ? null : Number(value))}
              options={[
                { value: '', label: t('retention.forever') },
                ...offeredDays(days).map((count) => ({
                  value: String(count),
                  label: t('retention.days', { count }),
                })),
              ]}
            />
          </div>
        </Card>
      )}
    </QueryResult>
  );
}
