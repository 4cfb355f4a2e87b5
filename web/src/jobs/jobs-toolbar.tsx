/** Filters of the job list: status and date. */
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../i18n/use-translation.ts';
import { Select } from '../ui/select.tsx';
import { type JobsSearch, jobStatuses, type Period, periods } from './jobs-search.ts';

export function JobsToolbar({ search }: { readonly search: JobsSearch }) {
  const { t } = useTranslation('jobs');
  const { t: tApp } = useTranslation();
  const navigate = useNavigate({ from: '/jobs' });
  const go = (next: JobsSearch) => void navigate({ search: next, replace: true });
  const { status, since } = search;
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <fieldset className="flex min-w-0 max-w-full gap-1 overflow-x-auto rounded-xl border border-line bg-surface p-1">
        <legend className="sr-only">{t('filterStatus')}</legend>
        {([undefined, ...jobStatuses] as const).map((one) => (
          <button
            key={one ?? 'all'}
            type="button"
            aria-pressed={one === status}
            onClick={() =>
              go({ ...(one === undefined ? {} : { status: one }), ...(since === undefined ? {} : { since }) })
            }
            className="rounded-lg px-3 py-1.5 text-sm font-medium whitespace-nowrap text-muted hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent"
          >
            {one === undefined ? t('all') : tApp(`status.${one}`)}
          </button>
        ))}
      </fieldset>
      <div className="w-44">
        <Select
          label={t('filterAge')}
          isLabelHidden
          value={since ?? ''}
          onChange={(value) =>
            go({
              ...(status === undefined ? {} : { status }),
              ...(value === '' ? {} : { since: value as Period }),
            })
          }
          options={[
            { value: '', label: t('anyTime') },
            ...periods.map((period) => ({ value: period, label: t(`period.${period}`) })),
          ]}
        />
      </div>
    </div>
  );
}
