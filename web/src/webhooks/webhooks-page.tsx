/** The page to create and manage webhooks. */
import Plus from 'lucide-react/icons/plus';
import WebhookIcon from 'lucide-react/icons/webhook';
import { useState } from 'react';
import { QueryResult } from '../api/query-result.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { CreateWebhookDialog } from './create-webhook-dialog.tsx';
import { useWebhooks } from './use-webhooks.ts';
import { WebhookCard } from './webhook-card.tsx';

export function WebhooksPage() {
  const { t } = useTranslation('webhooks');
  const query = useWebhooks();
  const [isCreating, setIsCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const create = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      <Plus aria-hidden size={16} />
      {t('create')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      text={t('text')}
      action={query.data !== undefined && query.data.length > 0 && create}
    >
      <QueryResult query={query} skeletonLines={4}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Card>
              <EmptyState icon={<WebhookIcon aria-hidden size={32} />} title={t('none')} text={t('noneText')}>
                {create}
              </EmptyState>
            </Card>
          ) : (
            <div className="flex flex-col gap-6">
              {webhooks.map((webhook) => (
                <WebhookCard key={webhook.id} webhook={webhook} onSecret={setSecret} />
              ))}
            </div>
          )
        }
      </QueryResult>
      {isCreating && (
        <CreateWebhookDialog
          onClose={() => setIsCreating(false)}
          onCreated={(created) => {
            setIsCreating(false);
            setSecret(created.secret);
          }}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title={t('secretTitle')}
          warning={t('secretOnce')}
          label={t('secret')}
          secret={secret}
          confirmLabel={t('saved')}
          onClose={() => setSecret(null)}
        />
      )}
    </Page>
  );
}
