/** The API keys of the account: create, see, revoke. */
import type { ApiKey, CreatedApiKey } from '@octavo/sdk';
import { useQuery } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { queryKeys } from '../api/query-keys.ts';
import { usePlans } from '../api/use-plans.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useClient } from '../session/dashboard-context.ts';
import { Page } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyList } from './key-list.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { PlanNeeded } from './plan-needed.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';

type OpenDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'show'; readonly key: CreatedApiKey }
  | { readonly kind: 'revoke'; readonly key: ApiKey };

function useKeys() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.apiKeys,
    queryFn: ({ signal }) => client.apiKeys.list({ signal }),
  });
}

export function KeysPage() {
  const { t } = useTranslation('keys');
  const { data: keys, error, refetch } = useKeys();
  const { data: plans } = usePlans();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const plan = plans?.plans.find(({ tier }) => tier === plans.current);
  const active = keys?.filter((key) => key.is_active) ?? [];
  const isFull = plan !== undefined && active.length >= plan.api_keys_max;
  const close = () => setDialog(null);
  const create = (
    <Button variant="primary" disabled={isFull} onClick={() => setDialog({ kind: 'create' })}>
      <Plus aria-hidden size={16} />
      {t('create')}
    </Button>
  );
  return (
    <Page>
      <PageHeading title={t('title')} text={t('text')}>
        {plan?.programmatic_access === true && (
          <div className="flex flex-wrap items-center gap-4">
            <span className="text-sm text-muted">
              {t('limit', { used: active.length, max: plan.api_keys_max })}
            </span>
            {create}
          </div>
        )}
      </PageHeading>
      {plan?.programmatic_access === false && <PlanNeeded />}
      {error !== null && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {error === null && keys === undefined && (
        <Card>
          <Skeleton lines={4} />
        </Card>
      )}
      {keys?.length === 0 && plan?.programmatic_access === true && (
        <Card>
          <EmptyState icon={<KeyRound aria-hidden size={32} />} title={t('none')} text={t('noneText')}>
            {create}
          </EmptyState>
        </Card>
      )}
      {keys !== undefined && keys.length > 0 && (
        <KeyList keys={keys} onRevoke={(key) => setDialog({ kind: 'revoke', key })} />
      )}
      {dialog?.kind === 'create' && (
        <CreateKeyDialog onCreated={(key) => setDialog({ kind: 'show', key })} onClose={close} />
      )}
      {dialog?.kind === 'show' && <NewKeyDialog created={dialog.key} onClose={close} />}
      {dialog?.kind === 'revoke' && <RevokeKeyDialog apiKey={dialog.key} onClose={close} />}
    </Page>
  );
}
