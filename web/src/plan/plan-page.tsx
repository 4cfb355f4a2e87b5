/** What the plans of this installation allow, and which of them is the account's. */
import { usePlans } from '../api/use-plans.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Page } from '../shell/page.tsx';
import { Card } from '../ui/card.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { PlanTable } from './plan-table.tsx';

export function PlanPage() {
  const { t } = useTranslation('plan');
  const { data, error, refetch } = usePlans();
  return (
    <Page>
      <PageHeading title={t('title')} text={t('text')} />
      {error !== null && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && (
        <Card>
          <Skeleton lines={6} />
        </Card>
      )}
      {data !== undefined && <PlanTable plans={data.plans} current={data.current} />}
      <p className="mt-4 text-sm text-muted">{t('change')}</p>
    </Page>
  );
}
