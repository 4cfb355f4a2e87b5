/** One webhook with its status, actions and deliveries. */
import type { Webhook } from '@octavo/sdk';
import CircleCheck from 'lucide-react/icons/circle-check';
import CirclePause from 'lucide-react/icons/circle-pause';
import FlaskConical from 'lucide-react/icons/flask-conical';
import KeyRound from 'lucide-react/icons/key-round';
import Power from 'lucide-react/icons/power';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useDescribeError } from '../api/use-describe-error.ts';
import { formatDateTime } from '../format/date-time.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showToast } from '../ui/toast-store.ts';
import { Deliveries } from './deliveries.tsx';
import { useDeleteWebhook, useRotateSecret, useTestWebhook, useUpdateWebhook } from './use-webhooks.ts';

type WebhookCardProps = { readonly webhook: Webhook; readonly onSecret: (secret: string) => void };

function StateLine({ webhook }: { readonly webhook: Webhook }) {
  const { t, language } = useTranslation('webhooks');
  const Icon = webhook.enabled ? CircleCheck : CirclePause;
  const until = webhook.previous_secret_until;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <span
        className={`inline-flex items-center gap-1.5 font-medium ${webhook.enabled ? 'text-success' : 'text-warning'}`}
      >
        <Icon aria-hidden size={16} />
        {webhook.enabled ? t('on') : t(`off.${webhook.disabled_reason ?? 'owner'}`)}
      </span>
      <span className="text-muted">
        {webhook.events.map((type) => t(`event.${type === 'job.done' ? 'done' : 'failed'}`)).join(' · ')}
      </span>
      {until !== null && (
        <span className="text-muted">{t('twoSecrets', { moment: formatDateTime(until, language) })}</span>
      )}
    </div>
  );
}

export function WebhookCard({ webhook, onSecret }: WebhookCardProps) {
  const { t } = useTranslation('webhooks');
  const describe = useDescribeError();
  const [dialog, setDialog] = useState<'delete' | 'rotate' | null>(null);
  const update = useUpdateWebhook(webhook.id);
  const remove = useDeleteWebhook(webhook.id);
  const rotate = useRotateSecret(webhook.id);
  const test = useTestWebhook(webhook.id);
  const onError = (error: unknown) => showToast({ tone: 'danger', text: describe(error) });
  const close = () => setDialog(null);
  return (
    <Card>
      <div className="flex flex-col gap-2">
        <h2 className="font-mono text-sm font-semibold break-all">{webhook.url}</h2>
        {webhook.description !== '' && <p className="text-muted">{webhook.description}</p>}
        <StateLine webhook={webhook} />
      </div>
      <div className="my-4 flex flex-wrap gap-2">
        <Button
          size="small"
          disabled={!webhook.enabled || test.isPending}
          onClick={() =>
            test.mutate(undefined, {
              onError,
              onSuccess: () => showToast({ tone: 'success', text: t('tested') }),
            })
          }
        >
          <FlaskConical aria-hidden size={15} />
          {t('test')}
        </Button>
        <Button size="small" onClick={() => setDialog('rotate')}>
          <KeyRound aria-hidden size={15} />
          {t('rotate')}
        </Button>
        <Button
          size="small"
          disabled={update.isPending}
          onClick={() => update.mutate({ enabled: !webhook.enabled }, { onError })}
        >
          <Power aria-hidden size={15} />
          {t(webhook.enabled ? 'disable' : 'enable')}
        </Button>
        <Button size="small" onClick={() => setDialog('delete')}>
          <Trash2 aria-hidden size={15} />
          {t('delete')}
        </Button>
      </div>
      <Deliveries webhook={webhook} />
      {dialog === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle')}
          confirmLabel={t('delete')}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onError, onSettled: close })}
          onClose={close}
        >
          {t('deleteText')}
        </ConfirmDialog>
      )}
      {dialog === 'rotate' && (
        <ConfirmDialog
          title={t('rotateTitle')}
          confirmLabel={t('rotate')}
          isBusy={rotate.isPending}
          onConfirm={() =>
            rotate.mutate(undefined, {
              onError,
              onSuccess: ({ secret }) => onSecret(secret),
              onSettled: close,
            })
          }
          onClose={close}
        >
          {t('rotateText')}
        </ConfirmDialog>
      )}
    </Card>
  );
}
