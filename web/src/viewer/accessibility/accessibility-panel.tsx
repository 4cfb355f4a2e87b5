/** The accessibility report next to the pages: results of the checks, what is left to do, and what was written. */
import { type AccessibilityCheck, ApiError, type JobAccessibility } from '@octavo/sdk';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { classNames } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/loading.tsx';
import { useFindStore } from '../find/find-store.ts';
import { ReadingFailed } from '../find/reading-failed.tsx';
import type { PanelProps } from '../find/search-panel.tsx';
import { EntryList } from './entry-list.tsx';
import { entriesOf, type ReportEntry } from './report-entries.ts';
import { useAccessibility } from './use-accessibility.ts';

const tones = {
  passes: 'bg-success-soft text-success',
  fails: 'bg-warning-soft text-warning',
  unknown: 'bg-sunken text-muted',
} as const;

type ResultProps = {
  readonly name: string;
  readonly check: AccessibilityCheck | null;
  readonly error: string | null;
};

function Result({ name, check, error }: ResultProps) {
  const { t } = useTranslation('accessibility');
  const tone = check === null ? 'unknown' : check.passes ? 'passes' : 'fails';
  const text = {
    passes: () => t('passes'),
    fails: () => t('fails', { count: check?.rules_failed ?? 0 }),
    unknown: () => t('unchecked', { reason: error ?? '' }),
  };
  return (
    <div data-check={tone} className={classNames('rounded-lg px-3 py-2 text-sm', tones[tone])}>
      <p className="text-xs text-ink">{name}</p>
      <p className="font-semibold [overflow-wrap:anywhere]">{text[tone]()}</p>
    </div>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="border-t border-line">
      <h3 className="px-4 py-2.5 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

/** The values of the others only say that they are set. */
const hasValue: ReadonlySet<string> = new Set(['title', 'language']);

function Written({ written }: Pick<JobAccessibility, 'written'>) {
  const { t, language } = useTranslation('accessibility');
  return (
    <ul className="space-y-2 px-4 pb-4 text-sm">
      {written.map(({ what, value, from, count }) => (
        <li key={`${what} ${value} ${from}`} className="[overflow-wrap:anywhere]">
          {t(`written.${what}`)}
          {hasValue.has(what) && <strong className="font-semibold">: {value}</strong>}
          {count > 1 && ` (${count.toLocaleString(language)})`}
          <span className="block text-xs text-muted">{t(`from.${from}`)}</span>
        </li>
      ))}
    </ul>
  );
}

type ReportProps = { readonly report: JobAccessibility; readonly page: () => number };

function Report({ report, page }: ReportProps) {
  const { t } = useTranslation('accessibility');
  const store = useFindStore();
  const [chosen, setChosen] = useState<string | null>(null);
  const { toDo, after, before } = useMemo(() => entriesOf(report), [report]);
  useEffect(() => () => store.clear(), [store]);
  const onChoose = ({ key, hits }: ReportEntry) => {
    setChosen(key === chosen ? null : key);
    if (key === chosen) store.clear();
    else store.show(hits, page());
  };
  const list = (entries: readonly ReportEntry[]) => <EntryList {...{ entries, chosen, onChoose }} />;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="space-y-2 px-3 pb-3">
        <Result name={t('before')} check={report.before} error={report.before_error} />
        <Result name={t('after')} check={report.after} error={report.after_error} />
        <p className="px-1 text-xs text-muted">{t('limits', { validator: report.checked_by })}</p>
      </div>
      {toDo.length > 0 && <Section title={t('toDoTitle')}>{list(toDo)}</Section>}
      {after.length > 0 && <Section title={t('failedAfter')}>{list(after)}</Section>}
      {report.written.length > 0 && (
        <Section title={t('writtenTitle')}>
          <Written written={report.written} />
        </Section>
      )}
      {before.length > 0 && (
        <details className="border-t border-line">
          <summary className="cursor-pointer px-4 py-2.5 text-sm font-semibold">{t('failedBefore')}</summary>
          {list(before)}
        </details>
      )}
    </div>
  );
}

export function AccessibilityPanel({ job, page }: Pick<PanelProps, 'job' | 'page'>) {
  const { t } = useTranslation('accessibility');
  const { data, error, refetch } = useAccessibility(job.id);
  if (error instanceof ApiError && error.code === 'format_not_produced') {
    return <p className="px-4 py-2 text-sm text-muted">{t('none')}</p>;
  }
  if (error !== null) return <ReadingFailed error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <Spinner /> : <Report report={data} page={page} />;
}
