/** Compares the plans of this installation and marks the plan of the account. */
import type { Plan } from '@octavo/sdk';
import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import { usePlans } from '../api/account-queries.ts';
import { QueryResult } from '../api/query-result.tsx';
import { formatBytes } from '../format/bytes.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useDashboard } from '../session/dashboard-context.ts';
import { UpgradeLink, UpgradeText } from '../shell/upgrade.tsx';
import { Card } from '../ui/card.tsx';
import { Page } from '../ui/page.tsx';

const rows = ['price', 'pages', 'file', 'ocr', 'jobs', 'access', 'keys'] as const;
type Row = (typeof rows)[number];

function usePlanValue(): (plan: Plan, row: Row) => string | boolean {
  const { t, language } = useTranslation('plan');
  const { planPrices } = useDashboard().config;
  return (plan, row) => {
    switch (row) {
      case 'price':
        return planPrices[plan.tier] ?? '–';
      case 'pages':
        return plan.pages_per_month.toLocaleString(language);
      case 'file':
        return plan.file_bytes_max === null ? t('unlimited') : formatBytes(plan.file_bytes_max, language);
      case 'ocr':
        return plan.ocr_pages_max === null ? t('unlimited') : plan.ocr_pages_max.toLocaleString(language);
      case 'jobs':
        return plan.active_jobs_max.toLocaleString(language);
      case 'access':
        return plan.programmatic_access;
      case 'keys':
        return plan.programmatic_access ? plan.api_keys_max.toLocaleString(language) : false;
    }
  };
}

function Value({ value }: { readonly value: string | boolean }) {
  const { t } = useTranslation('plan');
  if (typeof value === 'string') return <>{value}</>;
  const Icon = value ? Check : Minus;
  return (
    <>
      <Icon aria-hidden size={18} className={`mx-auto ${value ? 'text-success' : 'text-muted'}`} />
      <span className="sr-only">{t(value ? 'yes' : 'no')}</span>
    </>
  );
}

function PlanTable({ plans, current }: { readonly plans: readonly Plan[]; readonly current: string }) {
  const { t } = useTranslation('plan');
  const { t: tApp } = useTranslation();
  const valueIn = usePlanValue();
  const { planPrices } = useDashboard().config;
  const limitsOcr = plans.some((plan) => plan.ocr_pages_max !== null);
  const isShown: Partial<Record<Row, boolean>> = {
    price: Object.keys(planPrices).length > 0,
    ocr: limitsOcr,
  };
  const shown = rows.filter((row) => isShown[row] ?? true);
  const tint = (plan: Plan) => (plan.tier === current ? 'bg-accent-soft' : '');
  return (
    <section
      aria-label={t('title')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className="relative overflow-x-auto rounded-2xl border border-line bg-surface shadow-card"
    >
      <table className="w-full text-center max-sm:text-sm sm:min-w-136">
        <thead>
          <tr className="border-b border-line">
            <th
              scope="col"
              className="px-2 py-4 sm:px-5 text-left text-sm font-medium text-muted max-sm:pl-3"
            >
              {t('allows')}
            </th>
            {plans.map((plan) => (
              <th key={plan.tier} scope="col" className={`px-2 py-4 sm:px-5 ${tint(plan)}`}>
                <span className="block font-semibold sm:text-lg">{tApp(`tier.${plan.tier}`)}</span>
                {plan.tier === current && (
                  <span className="mt-1 inline-block whitespace-nowrap rounded-full bg-accent px-2 py-0.5 sm:px-2.5 text-xs font-semibold text-on-accent">
                    {t('yours')}
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row} className="border-b border-line last:border-b-0">
              <th scope="row" className="px-2 py-4 sm:px-5 text-left font-normal text-muted max-sm:pl-3">
                {t(`row.${row}`)}
              </th>
              {plans.map((plan) => (
                <td
                  key={plan.tier}
                  className={`px-2 py-4 sm:px-5 font-medium tabular-nums ${row === 'price' ? 'sm:whitespace-nowrap' : 'whitespace-nowrap'} ${tint(plan)}`}
                >
                  <Value value={valueIn(plan, row)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function PlanPage() {
  const { t } = useTranslation('plan');
  return (
    <Page title={t('title')} text={t('text')}>
      <QueryResult query={usePlans()} skeletonLines={6}>
        {({ plans, current }) => <PlanTable plans={plans} current={current} />}
      </QueryResult>
      <Card title={t('change')} className="mt-6">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="max-w-prose text-muted">
            <UpgradeText />
          </p>
          <UpgradeLink />
        </div>
      </Card>
    </Page>
  );
}
