/** The page to create, list and revoke API keys. */
import type { ApiKey, CreatedApiKey } from '@octavo/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import KeyRound from 'lucide-react/icons/key-round';
import Lock from 'lucide-react/icons/lock';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { usePlan } from '../api/account-queries.ts';
import { queryKeys } from '../api/query-client.ts';
import { QueryResult } from '../api/query-result.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { useClient } from '../session/dashboard-context.ts';
import { UpgradeLink, UpgradeText } from '../shell/upgrade.tsx';
import { Button, buttonClasses } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyList } from './key-list.tsx';
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

/** For plans without API access. */
function PlanNeeded() {
  const { t } = useTranslation('keys');
  return (
    <Card className="mb-6">
      <EmptyState icon={<Lock aria-hidden size={32} />} title={t('planNeeded')} text={t('planNeededText')}>
        <p className="w-full text-muted">
          <UpgradeText />
        </p>
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          <UpgradeLink />
          <Link to="/plan" className={buttonClasses('secondary')}>
            {t('seePlans')}
          </Link>
          <Link to="/" className={buttonClasses('quiet')}>
            {t('convertHere')}
          </Link>
        </div>
      </EmptyState>
    </Card>
  );
}

export function KeysPage() {
  const { t } = useTranslation('keys');
  const query = useKeys();
  const plan = usePlan();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const active = query.data?.filter((key) => key.is_active) ?? [];
  const isFull = plan !== undefined && active.length >= plan.api_keys_max;
  const close = () => setDialog(null);
  const create = (
    <Button variant="primary" disabled={isFull} onClick={() => setDialog({ kind: 'create' })}>
      <Plus aria-hidden size={16} />
      {t('create')}
    </Button>
  );
  const action = plan?.programmatic_access === true && (
    <div className="flex flex-wrap items-center gap-4">
      <span className="text-sm text-muted">
        {t('limit', { used: active.length, max: plan.api_keys_max })}
      </span>
      {create}
    </div>
  );
  return (
    <Page title={t('title')} text={t('text')} action={action}>
      {plan?.programmatic_access === false && <PlanNeeded />}
      <QueryResult query={query} skeletonLines={4}>
        {(keys) =>
          keys.length > 0 ? (
            <KeyList keys={keys} onRevoke={(key) => setDialog({ kind: 'revoke', key })} />
          ) : (
            plan?.programmatic_access === true && (
              <Card>
                <EmptyState icon={<KeyRound aria-hidden size={32} />} title={t('none')} text={t('noneText')}>
                  {create}
                </EmptyState>
              </Card>
            )
          )
        }
      </QueryResult>
      {dialog?.kind === 'create' && (
        <CreateKeyDialog onCreated={(key) => setDialog({ kind: 'show', key })} onClose={close} />
      )}
      {dialog?.kind === 'show' && (
        <SecretDialog
          title={t('newTitle')}
          warning={t('once')}
          label={t('newKey')}
          secret={dialog.key.raw_key}
          confirmLabel={t('saved')}
          onClose={close}
        />
      )}
      {dialog?.kind === 'revoke' && <RevokeKeyDialog apiKey={dialog.key} onClose={close} />}
    </Page>
  );
}
