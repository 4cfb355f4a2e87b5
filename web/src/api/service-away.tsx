/** Says that the service is away, and asks for everything again when it is back. */
import { useQueryClient } from '@tanstack/react-query';
import CloudOff from 'lucide-react/icons/cloud-off';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { useDashboard } from '../session/session-context.ts';
import { onCodeLost } from '../shell/fetch-code.ts';

export function ServiceAway() {
  const { t } = useTranslation();
  const { service } = useDashboard();
  const queries = useQueryClient();
  const isAway = useSyncExternalStore(service.subscribe, () => service.isAway);
  const wasAway = useRef(false);
  useEffect(() => onCodeLost(() => service.noticeSilence()), [service]);
  useEffect(() => {
    if (wasAway.current && !isAway) void queries.invalidateQueries();
    wasAway.current = isAway;
  }, [isAway, queries]);
  return (
    <div role="status">
      {isAway && (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-sm font-medium text-warning">
          <CloudOff aria-hidden size={16} />
          {t('away')}
        </p>
      )}
    </div>
  );
}
