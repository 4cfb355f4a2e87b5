/** Deletes the account, after its address was typed. */
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../api/account-queries.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

const DeletionDialog = lazy(async () => ({
  default: (await import('./deletion-dialog.tsx')).DeletionDialog,
}));

export function DeletionCard() {
  const { t } = useTranslation('settings');
  const { data: account } = useAccount();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card title={t('deletion.title')}>
      <p className="mb-4 text-muted">{t('deletion.text')}</p>
      <Button variant="danger" disabled={account === undefined} onClick={() => setIsAsking(true)}>
        {t('deletion.open')}
      </Button>
      {isAsking && account !== undefined && (
        <Suspense>
          <DeletionDialog email={account.email} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </Card>
  );
}
