/** Checks whether a pasted quote is in the document, says so in plain words and shows the places. */
import type { Job } from '@octavo/sdk';
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useFindStore, useFound } from './find-store.ts';
import { fromQuote, type QuoteMatch } from './hit.ts';
import { HitList } from './hit-list.tsx';
import { plainVerdict } from './quote-verdict.ts';
import { ReadingFailed } from './reading-failed.tsx';
import type { PanelProps } from './search-panel.tsx';
import { withMessages } from './unsearched.ts';
import { UnsearchedNote } from './unsearched-note.tsx';
import { useQuoteCheck } from './use-reading.ts';

const quoteCharsMax = 2_000;

const tones = {
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
} as const;

function Differences({ match }: { readonly match: QuoteMatch | undefined }) {
  const { t } = useTranslation('viewer');
  if (match === undefined || match.differences.length === 0) return null;
  return (
    <div className="text-sm">
      <h3 className="font-medium">{t('quote.differences')}</h3>
      <ul className="mt-1 space-y-1">
        {match.differences.map(({ op, quote, document }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and differences may repeat
          <li key={index} className="[overflow-wrap:anywhere]">
            {op === 'insert' && t('quote.missing', { document })}
            {op === 'delete' && t('quote.added', { quote })}
            {op === 'replace' && t('quote.replaced', { quote, document })}
          </li>
        ))}
      </ul>
    </div>
  );
}

type VerdictProps = { readonly job: Job; readonly check: ReturnType<typeof useQuoteCheck>['data'] };

function Verdict({ job, check }: VerdictProps) {
  const { t } = useTranslation('viewer');
  const verdict = check && plainVerdict(check.answer, check.notSearched.length === 0);
  return (
    <div className="space-y-3 px-3 pt-3">
      <div role="status">
        {verdict !== undefined && (
          <div className={classNames('rounded-lg p-3 text-sm', tones[verdict.tone])}>
            <p className="font-semibold">{t(verdict.title, { count: check?.answer.total ?? 0 })}</p>
            <p className="mt-0.5 text-ink">{t(verdict.text)}</p>
          </div>
        )}
      </div>
      {check?.answer.verdict === 'near' && <Differences match={check.answer.matches[0]} />}
      {verdict?.mayBeUnsearched && <UnsearchedNote gaps={withMessages(job, check?.notSearched ?? [])} />}
    </div>
  );
}

export function QuotePanel({ job, panels }: PanelProps) {
  const { t } = useTranslation('viewer');
  const store = useFindStore();
  const field = useRef<HTMLTextAreaElement>(null);
  const check = useQuoteCheck(job.id);
  const { data } = check;
  const hasHits = useFound().hits.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field takes the focus whenever it is asked for
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [panels.asked]);
  useEffect(() => {
    if (data !== undefined) store.show(data.answer.matches.map(fromQuote), 1);
    else store.clear();
    return () => store.clear();
  }, [store, data]);
  const submit = () => {
    const quote = panels.quote.trim();
    if (quote !== '' && !check.isPending) check.mutate(quote);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    submit();
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <form className="shrink-0 px-3" onSubmit={onSubmit}>
        <textarea
          ref={field}
          aria-label={t('quote.label')}
          placeholder={t('quote.placeholder')}
          value={panels.quote}
          maxLength={quoteCharsMax}
          rows={4}
          onChange={(event) => panels.setQuote(event.target.value)}
          onKeyDown={onKeyDown}
          className="w-full resize-y rounded-lg border border-line-strong bg-surface px-3 py-2 text-sm placeholder:text-muted"
        />
        <Button
          type="submit"
          size="small"
          variant="primary"
          className="mt-1 w-full"
          disabled={panels.quote.trim() === '' || check.isPending}
        >
          {check.isPending ? t('quote.checking') : t('quote.check')}
        </Button>
      </form>
      {check.error !== null && <ReadingFailed error={check.error} onRetry={submit} />}
      <Verdict job={job} check={data} />
      {hasHits && (
        <div className="mt-3 min-h-40 flex-1 border-t border-line">
          <HitList />
        </div>
      )}
    </div>
  );
}
