/** What can be done with the selected jobs: compare two, download their results as one zip file, or delete them. */
import { Link } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import GitCompareArrows from 'lucide-react/icons/git-compare-arrows';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { useDescribeError } from '../api/use-describe-error.ts';
import { comparedJobs } from '../format/compared-jobs.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useClient } from '../session/dashboard-context.ts';
import { Button, buttonClasses, IconButton } from '../ui/button.tsx';
import { saveFile } from '../ui/save-file.ts';
import { showToast } from '../ui/toast-store.ts';
import { type JobSelection, type Selected, selectedMax } from './job-selection.ts';
import type { Deletions } from './use-deletions.ts';

const zipName = 'octavo-results.zip';

function useZipDownload(selection: JobSelection) {
  const client = useClient();
  const describe = useDescribeError();
  const [current, setCurrent] = useState<number | null>(null);
  const done = [...selection.jobs.values()].filter(({ status }) => status === 'done');
  const start = async () => {
    setCurrent(0);
    try {
      const { zipResults } = await import('./zip-results.ts');
      saveFile(await zipResults(client.jobs, done, setCurrent), zipName);
    } catch (error) {
      showToast({ tone: 'danger', text: describe(error) });
    } finally {
      setCurrent(null);
    }
  };
  return { count: done.length, current, start };
}

function CompareLink({ jobs }: { readonly jobs: Selected }) {
  const { t } = useTranslation('jobs');
  const [one, other, ...more] = jobs.values();
  if (one?.status !== 'done' || other?.status !== 'done' || more.length > 0) return null;
  return (
    <Link
      to="/compare/$baseId/$headId"
      params={comparedJobs(one, other)}
      className={buttonClasses('secondary', 'small')}
    >
      <GitCompareArrows aria-hidden size={15} />
      {t('compare')}
    </Link>
  );
}

type SelectionBarProps = { readonly selection: JobSelection; readonly deletions: Deletions };

export function SelectionBar({ selection, deletions }: SelectionBarProps) {
  const { t } = useTranslation('jobs');
  const zip = useZipDownload(selection);
  const count = selection.jobs.size;
  return (
    <section
      aria-label={t('selection')}
      className="sticky bottom-4 z-20 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-2xl border border-line bg-surface p-2 pl-4 shadow-raised"
    >
      <span role="status" className="mr-2 text-sm font-medium tabular-nums">
        {t(count === selectedMax ? 'selectedMost' : 'selected', { count })}
      </span>
      <CompareLink jobs={selection.jobs} />
      {zip.count > 0 && (
        <Button size="small" disabled={zip.current !== null} onClick={() => void zip.start()}>
          <Download aria-hidden size={15} />
          {zip.current === null
            ? t('zip', { count: zip.count })
            : t('zipping', { done: zip.current, total: zip.count })}
        </Button>
      )}
      <Button
        size="small"
        variant="danger"
        onClick={() => {
          deletions.removeAll([...selection.jobs.keys()]);
          selection.clear();
        }}
      >
        <Trash2 aria-hidden size={15} />
        {t('deleteSelected', { count })}
      </Button>
      <IconButton size="small" label={t('clearSelection')} onClick={selection.clear}>
        <X aria-hidden size={16} />
      </IconButton>
    </section>
  );
}
