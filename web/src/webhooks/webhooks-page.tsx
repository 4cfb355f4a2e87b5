/** Where the service reports the ends of jobs to, and what it sent there. */
import Plus from 'lucide-react/icons/plus';
import WebhookIcon from 'lucide-react/icons/webhook';

import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { Page } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { CreateWebhookDialog } from './create-webhook-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { useWebhooks } from './use-webhooks.ts';
import { WebhookCard } from './webhook-card.tsx';

export function WebhooksPage() {
  const { t } = useTranslation('webhooks');
  const { data: webhooks, error, refetch } = useWebhooks();
  const [isCreating, setIsCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const create = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      <Plus aria-hidden size={16} />
      {t('create')}
    </Button>
  );
  return (
    <Page>
      <PageHeading title={t('title')} text={t('text')}>
        {webhooks !== undefined && webhooks.length > 0 && create}
      </PageHeading>
      {error !== null && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {error === null && webhooks === undefined && (
        <Card>
          <Skeleton lines={4} />
        </Card>
      )}
      {webhooks?.length === 0 && (
        <Card>
          <EmptyState icon={<WebhookIcon aria-hidden size={32} />} title={t('none')} text={t('noneText')}>
            {create}
          </EmptyState>
        </Card>
      )}
      <div className="flex flex-col gap-6">
        {webhooks?.map((webhook) => (
          <WebhookCard key={webhook.id} webhook={webhook} onSecret={setSecret} />
        ))}
      </div>
      {isCreating && (
        <CreateWebhookDialog
          onClose={() => setIsCreating(false)}
          onCreated={(created) => {
            setIsCreating(false);
            setSecret(created.secret);
          }}
        />
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </Page>
  );
}
