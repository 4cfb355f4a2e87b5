/** A bar chart of pages per day, with a table for screen readers. */
import type { Usage } from '@octavo/sdk';
import { formatDay } from '../format/date-time.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { chartScale } from './chart-scale.ts';

type Day = Usage['days'][number];

function Bar({ day, max }: { readonly day: Day; readonly max: number }) {
  const { t, language } = useTranslation('usage');
  const share = (day.pages / max) * 100;
  return (
    <div className="group relative flex h-full min-w-0 flex-1 items-end">
      <div
        className="w-full rounded-t-sm bg-accent transition-colors group-hover:bg-accent-hover"
        style={{ height: `${share}%`, minHeight: day.pages > 0 ? 2 : 0 }}
      />
      <div className="pointer-events-none absolute bottom-full left-1/2 z-10 mb-1 hidden -translate-x-1/2 rounded-lg border border-line bg-surface px-3 py-2 text-xs whitespace-nowrap shadow-raised group-hover:block">
        <span className="block font-semibold">{formatDay(day.date, language)}</span>
        {t('pageCount', { count: day.pages })} · {t('jobCount', { count: day.jobs })}
      </div>
    </div>
  );
}

function FiguresTable({ days }: { readonly days: readonly Day[] }) {
  const { t, language } = useTranslation('usage');
  return (
    <table className="sr-only">
      <caption>{t('perDay')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('day')}</th>
          <th scope="col">{t('pages')}</th>
          <th scope="col">{t('jobs')}</th>
        </tr>
      </thead>
      <tbody>
        {days
          .filter(({ pages }) => pages > 0)
          .map((day) => (
            <tr key={day.date}>
              <th scope="row">{formatDay(day.date, language)}</th>
              <td>{day.pages}</td>
              <td>{day.jobs}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

export function UsageChart({ days }: { readonly days: readonly Day[] }) {
  const { language } = useTranslation('usage');
  const { max, ticks } = chartScale(Math.max(0, ...days.map(({ pages }) => pages)));
  const isLabelled = (index: number) => index === 0 || (index + 1) % 5 === 0;
  return (
    <>
      <FiguresTable days={days} />
      <div
        aria-hidden="true"
        className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs text-muted tabular-nums"
      >
        <div className="relative h-56 w-10">
          {ticks.map((tick) => (
            <span
              key={tick}
              className="absolute right-0 translate-y-1/2"
              style={{ bottom: `${(tick / max) * 100}%` }}
            >
              {tick.toLocaleString(language)}
            </span>
          ))}
        </div>
        <div className="relative h-56">
          {ticks.map((tick) => (
            <div
              key={tick}
              className="absolute inset-x-0 border-t border-line"
              style={{ bottom: `${(tick / max) * 100}%` }}
            />
          ))}
          <div className="absolute inset-0 flex items-end gap-0.5 sm:gap-1">
            {days.map((day) => (
              <Bar key={day.date} day={day} max={max} />
            ))}
          </div>
        </div>
        <div className="col-start-2 mt-2 flex gap-0.5 sm:gap-1">
          {days.map((day, index) => (
            <span key={day.date} className="min-w-0 flex-1 text-center">
              {isLabelled(index) ? Number(day.date.slice(8)) : ''}
            </span>
          ))}
        </div>
      </div>
    </>
  );
}
