/** The details of a delivery: payload and attempts. */
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../api/query-client.ts';
import { useDescribeError } from '../api/use-describe-error.ts';
import { formatDateTime } from '../format/date-time.ts';
import { formatDuration } from '../format/duration.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useClient } from '../session/dashboard-context.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Skeleton } from '../ui/loading.tsx';

type DeliveryDialogProps = {
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly onClose: () => void;
};

export function DeliveryDialog({ webhookId, deliveryId, onClose }: DeliveryDialogProps) {
  const { t, language } = useTranslation('webhooks');
  const describe = useDescribeError();
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: [...queryKeys.deliveries(webhookId), 'one', deliveryId],
    queryFn: ({ signal }) => client.webhooks.delivery(webhookId, deliveryId, { signal }),
  });
  return (
    <Dialog title={t('deliveryTitle')} onClose={onClose}>
      {error !== null && <p className="text-danger">{describe(error)}</p>}
      {error === null && data === undefined && <Skeleton lines={5} />}
      {data !== undefined && (
        <div className="flex flex-col gap-5">
          <div>
            <h3 className="mb-2 text-sm font-medium">{t('payload')}</h3>
            <CodeBlock label={t('payload')} code={JSON.stringify(data.payload, null, 2)} />
          </div>
          <div>
            <h3 className="mb-2 text-sm font-medium">{t('attemptsTitle')}</h3>
            {data.attempts.length === 0 && <p className="text-sm text-muted">{t('noAttempts')}</p>}
            <ol className="divide-y divide-line text-sm">
              {data.attempts.map((attempt) => (
                <li key={attempt.number} className="flex flex-wrap gap-x-4 gap-y-1 py-2">
                  <span className="text-muted">{formatDateTime(attempt.at, language)}</span>
                  <span className="font-medium">{attempt.status_code ?? '–'}</span>
                  {attempt.duration_ms !== null && (
                    <span className="text-muted">{formatDuration(attempt.duration_ms / 1000, language)}</span>
                  )}
                  <span className="basis-full text-danger">{attempt.message}</span>
                </li>
              ))}
            </ol>
          </div>
        </div>
      )}
    </Dialog>
  );
}
