/** Filters of the job list: name, status and date. */
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../i18n/use-translation.ts';
import { Select } from '../ui/select.tsx';
import { type JobsSearch, jobStatuses, periods, readJobsSearch } from './jobs-search.ts';
import { NameSearch } from './name-search.tsx';

export function JobsToolbar({ search }: { readonly search: JobsSearch }) {
  const { t } = useTranslation('jobs');
  const { t: tApp } = useTranslation();
  const navigate = useNavigate({ from: '/jobs' });
  /** An empty value removes its filter. */
  const set = (change: { readonly [Name in keyof JobsSearch]: string }) =>
    void navigate({ search: readJobsSearch({ ...search, ...change }), replace: true });
  const { status, since, name = '' } = search;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <NameSearch value={name} onChange={(value) => set({ name: value })} />
      <fieldset className="flex min-w-0 max-w-full flex-wrap gap-1 rounded-xl border border-line bg-surface p-1">
        <legend className="sr-only">{t('filterStatus')}</legend>
        {([undefined, ...jobStatuses] as const).map((one) => (
          <button
            key={one ?? 'all'}
            type="button"
            aria-pressed={one === status}
            onClick={() => set({ status: one ?? '' })}
            className="rounded-lg px-2 py-1.5 text-sm sm:px-3 font-medium whitespace-nowrap text-muted hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent"
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
          onChange={(value) => set({ since: value })}
          options={[
            { value: '', label: t('anyTime') },
            ...periods.map((period) => ({ value: period, label: t(`period.${period}`) })),
          ]}
        />
      </div>
    </div>
  );
}
