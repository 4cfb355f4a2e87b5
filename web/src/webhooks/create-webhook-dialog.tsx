/** The dialog that creates a webhook. */
import { BadRequestError, type CreatedWebhook, type WebhookEventType } from '@octavo/sdk';
import { useState } from 'react';
import { useDescribeError } from '../api/use-describe-error.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ToggleChip } from '../ui/toggle-chip.tsx';
import { useCreateWebhook } from './use-webhooks.ts';

type CreateWebhookDialogProps = {
  readonly onCreated: (webhook: CreatedWebhook) => void;
  readonly onClose: () => void;
};

export const eventTypes = ['job.done', 'job.failed'] as const satisfies readonly WebhookEventType[];

export function CreateWebhookDialog({ onCreated, onClose }: CreateWebhookDialogProps) {
  const { t } = useTranslation('webhooks');
  const { t: tApp } = useTranslation();
  const describe = useDescribeError();
  const create = useCreateWebhook();
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [events, setEvents] = useState<readonly WebhookEventType[]>(eventTypes);
  // The URL is the only field of the form that the API can reject.
  const messageOf = (error: unknown) =>
    error instanceof BadRequestError ? t('urlInvalid') : describe(error);
  const isReady = url.trim() !== '' && events.length > 0 && !create.isPending;
  return (
    <Dialog title={t('createTitle')} onClose={onClose}>
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) create.mutate({ url: url.trim(), events, description }, { onSuccess: onCreated });
        }}
      >
        <TextField
          label={t('url')}
          hint={t('urlHint')}
          type="url"
          inputMode="url"
          placeholder="https://app.example.com/octavo"
          value={url}
          maxLength={2048}
          error={create.isError ? messageOf(create.error) : undefined}
          onChange={setUrl}
        />
        <fieldset>
          <legend className="mb-2 text-sm font-medium">{t('events')}</legend>
          <div className="flex flex-wrap gap-2">
            {eventTypes.map((type) => (
              <ToggleChip
                key={type}
                label={t(`event.${type === 'job.done' ? 'done' : 'failed'}`)}
                isChosen={events.includes(type)}
                onChange={(isChosen) =>
                  setEvents(eventTypes.filter((one) => (one === type ? isChosen : events.includes(one))))
                }
              />
            ))}
          </div>
        </fieldset>
        <TextField label={t('description')} value={description} maxLength={256} onChange={setDescription} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{tApp('action.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!isReady}>
            {t('create')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
