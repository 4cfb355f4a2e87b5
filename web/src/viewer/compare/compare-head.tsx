/** The rows above a comparison: what can be done with it, what differs in all, and the way through the changes. */
import type { Diff } from '@octavo/sdk';
import { Link } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { useDescribeError } from '../../api/use-describe-error.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient } from '../../session/dashboard-context.ts';
import { Button, buttonClasses, IconButton } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { showToast } from '../../ui/toast-store.ts';
import { CopyLink } from '../copy-link.tsx';
import { KindCounts } from './change-kinds.tsx';
import type { CompareIds } from './use-comparison.ts';

type ActionsProps = { readonly ids: CompareIds; readonly scope: Diff['scope'] };

/** The comparison as a page to keep or send. */
function SaveButton({ ids, scope }: ActionsProps) {
  const { t } = useTranslation('compare');
  const client = useClient();
  const describe = useDescribeError();
  const [isBusy, setIsBusy] = useState(false);
  const save = () => {
    setIsBusy(true);
    client.diffs
      .html({ base_job_id: ids.baseId, head_job_id: ids.headId, scope })
      .then((html) => saveFile(new Blob([html], { type: 'text/html' }), 'differences.html'))
      .catch((error: unknown) => showToast({ tone: 'danger', text: describe(error) }))
      .finally(() => setIsBusy(false));
  };
  return (
    <Button size="small" title={t('save')} disabled={isBusy} onClick={save}>
      <Download aria-hidden size={15} />
      <span className="max-sm:sr-only">{t('save')}</span>
    </Button>
  );
}

function Actions({ ids, scope }: ActionsProps) {
  const { t } = useTranslation('compare');
  return (
    <span className="ml-auto flex gap-2">
      <Link
        to="/compare/$baseId/$headId"
        params={{ baseId: ids.headId, headId: ids.baseId }}
        search={scope === 'structure' ? { scope } : {}}
        replace
        title={t('swap')}
        className={buttonClasses('secondary', 'small')}
      >
        <ArrowLeftRight aria-hidden size={15} />
        <span className="max-sm:sr-only">{t('swap')}</span>
      </Link>
      <CopyLink copiedText={t('linkCopied')} />
      <SaveButton ids={ids} scope={scope} />
    </span>
  );
}

type StepperProps = {
  readonly active: number | null;
  readonly total: number;
  readonly onStep: (direction: 1 | -1) => void;
};

function Stepper({ active, total, onStep }: StepperProps) {
  const { t } = useTranslation('compare');
  return (
    <div className="flex shrink-0 items-center">
      <IconButton
        size="small"
        label={`${t('previous')} (k)`}
        disabled={total === 0}
        onClick={() => onStep(-1)}
      >
        <ChevronUp aria-hidden size={17} />
      </IconButton>
      <IconButton size="small" label={`${t('next')} (j)`} disabled={total === 0} onClick={() => onStep(1)}>
        <ChevronDown aria-hidden size={17} />
      </IconButton>
      <span role="status" className="ml-1 text-sm whitespace-nowrap text-muted tabular-nums">
        {active === null ? t('total', { count: total }) : t('position', { number: active + 1, total })}
      </span>
    </div>
  );
}

/** Rounded down, so that two documents with a difference are never "100 %" the same. */
function formatSimilarity(similarity: number, language: string): string {
  const share = Math.floor(similarity * 1000) / 1000;
  return share.toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 });
}

type SummaryProps = {
  readonly diff: Diff;
  readonly onScope: (scope: Diff['scope']) => void;
};

function Summary({ diff, onScope }: SummaryProps) {
  const { t, language } = useTranslation('compare');
  const { summary, scope } = diff;
  return (
    <>
      <KindCounts blocks={summary.blocks} />
      <span className="shrink-0 text-sm whitespace-nowrap text-muted">
        {t('similarity', { percent: formatSimilarity(summary.similarity, language) })}
      </span>
      <label className="ml-auto flex shrink-0 cursor-pointer items-center gap-2 text-sm whitespace-nowrap">
        <input
          type="checkbox"
          checked={scope === 'structure'}
          onChange={(event) => onScope(event.target.checked ? 'structure' : 'text')}
          className="size-4 accent-accent"
        />
        {t('structure')}
      </label>
    </>
  );
}

type CompareHeadProps = StepperProps & {
  readonly ids: CompareIds;
  readonly scope: Diff['scope'];
  readonly diff: Diff | undefined;
  readonly onScope: SummaryProps['onScope'];
};

export function CompareHead({ ids, scope, diff, onScope, ...steps }: CompareHeadProps) {
  const { t } = useTranslation('compare');
  const { t: viewer } = useTranslation('viewer');
  return (
    <>
      <header className="flex h-14 items-center gap-3 px-2 sm:px-3">
        <Link
          to="/jobs"
          aria-label={viewer('back')}
          title={viewer('back')}
          className={`${buttonClasses('quiet', 'small')} w-8 px-0!`}
        >
          <ArrowLeft aria-hidden size={18} />
        </Link>
        <h1 className="min-w-0 truncate font-semibold tracking-tight">{t('title')}</h1>
        <Actions ids={ids} scope={scope} />
      </header>
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 px-2 pb-2 sm:px-3">
        {diff !== undefined && (
          <>
            <Stepper {...steps} />
            <Summary diff={diff} onScope={onScope} />
          </>
        )}
      </div>
    </>
  );
}
