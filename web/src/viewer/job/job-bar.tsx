/** The first line of the viewer: which document this is, how it went, and what can be taken from here. */
import type { Job } from '@octavo/sdk';
import { Link } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { formatDuration } from '../../format/duration.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { StatusChip } from '../../jobs/status-chip.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { CopyLink } from './copy-link.tsx';
import { Downloads } from './downloads.tsx';

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
