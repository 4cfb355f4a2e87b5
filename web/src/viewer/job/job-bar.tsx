/** The header of the viewer: the document's name, status and figures, a link to copy, and the downloads. */

import type { Job } from '@octavo/sdk';
import { Link } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Link2 from 'lucide-react/icons/link-2';
import { formatDuration } from '../../format/duration.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { Downloads } from './downloads.tsx';

function CopyLink() {
  const { t } = useTranslation('viewer');
  return (
    <Button
      size="small"
      title={t('copyLink')}
      onClick={() => {
        navigator.clipboard.writeText(location.href).then(
          () => showToast({ tone: 'success', text: t('linkCopied') }),
          () => {},
        );
      }}
    >
      <Link2 aria-hidden size={15} />
      <span className="max-sm:sr-only">{t('copyLink')}</span>
    </Button>
  );
}

export function JobBar({ job }: { readonly job: Job }) {
  const { t, language } = useTranslation('viewer');
  const name = job.file?.name ?? job.id;
  const seconds = job.timing?.processing_seconds ?? null;
  const facts = [
    ...(job.file === undefined ? [] : [t('pageCount', { count: job.page_count ?? job.file.pages })]),
    ...(seconds === null || job.status !== 'done' ? [] : [formatDuration(seconds, language)]),
  ];
  return (
    <header className="flex h-14 shrink-0 items-center gap-3 px-2 sm:px-3">
      <Link
        to="/jobs"
        aria-label={t('back')}
        title={t('back')}
        className={`${buttonClasses('quiet', 'small')} w-8 px-0!`}
      >
        <ArrowLeft aria-hidden size={18} />
      </Link>
      <h1 className="min-w-0 truncate font-semibold tracking-tight" title={name}>
        {name}
      </h1>
      <StatusChip status={job.status} />
      <span className="mr-auto text-sm whitespace-nowrap text-muted tabular-nums max-md:hidden">
        {facts.join(' · ')}
      </span>
      <span className="ml-auto flex gap-2">
        <CopyLink />
        <Downloads job={job} />
      </span>
    </header>
  );
}
