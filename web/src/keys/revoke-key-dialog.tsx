/** Asks for confirmation and revokes a key. */
import type { ApiKey } from '@octavo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-client.ts';
import { useDescribeError } from '../api/use-describe-error.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useClient } from '../session/dashboard-context.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showToast } from '../ui/toast-store.ts';

type RevokeKeyDialogProps = { readonly apiKey: ApiKey; readonly onClose: () => void };

export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const { t } = useTranslation('keys');
  const describe = useDescribeError();
  const client = useClient();
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => client.apiKeys.revoke(apiKey.id),
    onSuccess: () => {
      showToast({ tone: 'success', text: t('revokedToast', { name: apiKey.name }) });
      void queries.invalidateQueries({ queryKey: queryKeys.apiKeys });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('revokeTitle', { name: apiKey.name })}
      confirmLabel={t('revoke')}
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>{t('revokeText')}</p>
      {revoke.isError && (
        <p role="alert" className="mt-3 text-danger">
          {describe(revoke.error)}
        </p>
      )}
    </ConfirmDialog>
  );
}
