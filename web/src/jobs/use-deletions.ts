/** Deletes jobs with an undo period that ends when the user leaves the page. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useDescribeError } from '../api/use-describe-error.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useClient } from '../session/dashboard-context.ts';
import { showToast } from '../ui/toast-store.ts';
import { graceMs, PendingDeletions } from './pending-deletions.ts';

export type Deletions = {
  readonly ids: ReadonlySet<string>;
  canUndo(jobId: string): boolean;
  undo(jobId: string): void;
  remove(jobId: string, name: string): void;
  removeAll(jobIds: readonly string[]): void;
};

export function useDeletions(): Deletions {
  const { t } = useTranslation('jobs');
  const describe = useDescribeError();
  const client = useClient();
  const [pending] = useState(() => {
    // With `keepalive` the browser completes the request after the page is closed.
    const outliving = client.withOptions({ fetch: (url, init) => fetch(url, { ...init, keepalive: true }) });
    return new PendingDeletions({
      deleteJob: (jobId) => outliving.jobs.delete(jobId),
      onFailed: (_, error) => showToast({ tone: 'danger', text: describe(error) }),
    });
  });
  useEffect(() => {
    const flush = () => pending.flush();
    const onHidden = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      flush();
    };
  }, [pending]);
  const ids = useSyncExternalStore(pending.subscribe, () => pending.ids);
  const removeWith = (jobIds: readonly string[], text: string) => {
    for (const jobId of jobIds) pending.add(jobId);
    const undo = () => {
      for (const jobId of jobIds) pending.undo(jobId);
    };
    showToast({ tone: 'info', text, action: { label: t('undo'), run: undo } }, graceMs);
  };
  return {
    ids,
    canUndo: (jobId) => pending.canUndo(jobId),
    undo: (jobId) => pending.undo(jobId),
    remove: (jobId, name) => removeWith([jobId], t('deleted', { name })),
    removeAll: (jobIds) => removeWith(jobIds, t('deletedMany', { count: jobIds.length })),
  };
}
