/** One row of the delivery list. */
import type { Webhook, WebhookDelivery } from '@octavo/sdk';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock3 from 'lucide-react/icons/clock-3';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useDescribeError } from '../api/use-describe-error.ts';
import { formatDateTime } from '../format/date-time.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useReplay } from './use-webhooks.ts';

const styles = {
  pending: { icon: Clock3, tone: 'text-warning' },
  delivered: { icon: CircleCheck, tone: 'text-success' },
  failed: { icon: CircleAlert, tone: 'text-danger' },
} as const;

type DeliveryRowProps = {
  readonly delivery: WebhookDelivery;
  readonly webhook: Webhook;
  readonly onShow: () => void;
};

export function DeliveryRow({ delivery, webhook, onShow }: DeliveryRowProps) {
  const { t, language } = useTranslation('webhooks');
  const describe = useDescribeError();
  const replay = useReplay(webhook.id);
  const { icon: Icon, tone } = styles[delivery.state];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <span className={`inline-flex w-36 items-center gap-1.5 text-sm font-medium ${tone}`}>
        <Icon aria-hidden size={16} />
        {t(`state.${delivery.state}`)}
      </span>
      <button
        type="button"
        onClick={onShow}
        className="min-w-0 flex-1 basis-40 truncate text-left font-mono text-sm underline-offset-4 hover:underline"
      >
        {delivery.type}
      </button>
      <span className="text-sm text-muted">{formatDateTime(delivery.created_at, language)}</span>
      <span className="w-24 text-sm text-muted">{t('attempts', { count: delivery.attempt_count })}</span>
      <Button
        size="small"
        disabled={delivery.state === 'pending' || !webhook.enabled || replay.isPending}
        onClick={() =>
          replay.mutate(delivery.id, {
            onError: (error) => showToast({ tone: 'danger', text: describe(error) }),
            onSuccess: () => showToast({ tone: 'success', text: t('replayed') }),
          })
        }
      >
        <RotateCw aria-hidden size={15} />
        {t('replay')}
      </Button>
    </li>
  );
}
