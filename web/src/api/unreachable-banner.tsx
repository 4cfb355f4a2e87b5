/** A banner shown while the API is unreachable; refetches all queries when it is back. */
import { useQueryClient } from '@tanstack/react-query';
import CloudOff from 'lucide-react/icons/cloud-off';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { useDashboard } from '../session/dashboard-context.ts';
import { onChunkLoadFailed } from '../shell/load-chunk.ts';

export function UnreachableBanner() {
  const { t } = useTranslation();
  const { service } = useDashboard();
  const queries = useQueryClient();
  const isUnreachable = useSyncExternalStore(service.subscribe, () => service.isUnreachable);
  const wasUnreachable = useRef(false);
  useEffect(() => onChunkLoadFailed(() => service.reportNoResponse()), [service]);
  useEffect(() => {
    if (wasUnreachable.current && !isUnreachable) void queries.invalidateQueries();
    wasUnreachable.current = isUnreachable;
  }, [isUnreachable, queries]);
  return (
    <div role="status">
      {isUnreachable && (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-sm font-medium text-warning">
          <CloudOff aria-hidden size={16} />
          {t('unreachable')}
        </p>
      )}
    </div>
  );
}
