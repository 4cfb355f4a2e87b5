/** The header of the viewer: the document's name, status and figures, a link to copy, sharing, and the downloads. */

import type { Job } from '@octavo/sdk';
import { Link } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { formatDateTime } from '../../format/date-time.ts';
import { formatDuration } from '../../format/duration.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { CopyLink } from '../copy-link.tsx';
import type { DocumentModel } from '../document/document-model.ts';
import { ShareButton } from '../share/share-button.tsx';
import { Downloads } from './downloads.tsx';

type JobBarProps = { readonly job: Job; readonly model: DocumentModel | undefined };

export function JobBar({ job, model }: JobBarProps) {
  const { t, language } = useTranslation('viewer');
  const name = job.file?.name ?? job.id;
  const seconds = job.timing?.processing_seconds ?? null;
  const expires = job.retention?.expires_at ?? null;
  const facts = [
    ...(job.file === undefined ? [] : [t('pageCount', { count: job.page_count ?? job.file.pages })]),
    ...(seconds === null || job.status !== 'done' ? [] : [formatDuration(seconds, language)]),
    ...(expires === null ? [] : [t('expires', { day: formatDateTime(expires, language) })]),
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
        <CopyLink copiedText={t('linkCopied')} />
        {job.status === 'done' && <ShareButton jobId={job.id} model={model} />}
        <Downloads job={job} />
      </span>
    </header>
  );
}
