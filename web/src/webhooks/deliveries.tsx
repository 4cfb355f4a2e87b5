/** The deliveries of a webhook, newest first, loaded when expanded. */
import type { Webhook, WebhookDelivery } from '@octavo/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useState } from 'react';
import { queryKeys } from '../api/query-client.ts';
import { LoadFailed } from '../api/query-result.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { useClient } from '../session/dashboard-context.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/loading.tsx';
import { Select } from '../ui/select.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { useIsDeleting } from './use-webhooks.ts';

const states = ['pending', 'delivered', 'failed'] as const;
type State = (typeof states)[number];
/** The event stream does not report delivery attempts. */
const refreshMs = 5_000;
const pageSize = 20;

function useDeliveries(webhookId: string, state: State | undefined, isOpen: boolean) {
  const client = useClient();
  const isDeleting = useIsDeleting(webhookId);
  return useInfiniteQuery({
    queryKey: [...queryKeys.deliveries(webhookId), state ?? 'all'],
    enabled: isOpen && !isDeleting,
    refetchInterval: refreshMs,
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: pageParam, page_size: pageSize, ...(state === undefined ? {} : { state }) };
      const { items, total, page } = await client.webhooks.deliveries(webhookId, query, { signal });
      return { items, total, page };
    },
    getNextPageParam: ({ page, total }) => (page * pageSize < total ? page + 1 : undefined),
  });
}

function DeliveryList({ webhook, state }: { readonly webhook: Webhook; readonly state: State | undefined }) {
  const { t } = useTranslation('webhooks');
  const [shown, setShown] = useState<WebhookDelivery | null>(null);
  const { data, error, refetch, hasNextPage, fetchNextPage } = useDeliveries(webhook.id, state, true);
  if (error !== null && data === undefined) {
    return <LoadFailed error={error} onRetry={() => void refetch()} />;
  }
  if (data === undefined) return <Skeleton lines={3} />;
  const all = data.pages.flatMap(({ items }) => items);
  if (all.length === 0) return <p className="text-sm text-muted">{t('noDeliveries')}</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {all.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            webhook={webhook}
            onShow={() => setShown(delivery)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button size="small" className="mt-3" onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
      {shown !== null && (
        <DeliveryDialog webhookId={webhook.id} deliveryId={shown.id} onClose={() => setShown(null)} />
      )}
    </>
  );
}

export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const [isOpen, setIsOpen] = useState(false);
  const [state, setState] = useState<State | undefined>(undefined);
  const id = useId();
  return (
    <div className="border-t border-line pt-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button
          variant="quiet"
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="-ml-2.5"
        >
          <ChevronDown
            aria-hidden
            size={16}
            className={`transition-transform ${isOpen ? '' : '-rotate-90'}`}
          />
          {t('deliveries')}
        </Button>
        {isOpen && (
          <div className="w-40">
            <Select
              label={t('filter')}
              isLabelHidden
              value={state ?? ''}
              onChange={(value) => setState(states.find((known) => known === value))}
              options={[
                { value: '', label: t('allStates') },
                ...states.map((value) => ({ value, label: t(`state.${value}`) })),
              ]}
            />
          </div>
        )}
      </div>
      <div id={id} className={isOpen ? 'mt-2' : undefined}>
        {isOpen && <DeliveryList webhook={webhook} state={state} />}
      </div>
    </div>
  );
}
