/** Asks for the address of the account, deletes the account and ends the session. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDescribeError } from '../api/use-describe-error.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useClient } from '../session/dashboard-context.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';

type DeletionDialogProps = { readonly email: string; readonly onClose: () => void };

export function DeletionDialog({ email, onClose }: DeletionDialogProps) {
  const { t } = useTranslation('settings');
  const { t: app } = useTranslation();
  const client = useClient();
  const describe = useDescribeError();
  const signOut = useSignOut();
  const [typed, setTyped] = useState('');
  const deletion = useMutation({ mutationFn: () => client.account.delete(typed), onSuccess: signOut });
  const isConfirmed = typed.trim().toLowerCase() === email.toLowerCase();
  const isBusy = deletion.isPending || deletion.isSuccess;
  return (
    <Dialog title={t('deletion.ask')} onClose={onClose} isDismissible={!isBusy}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isConfirmed && !isBusy) deletion.mutate();
        }}
      >
        <p className="mb-3 text-muted">{t('deletion.now')}</p>
        <p className="mb-4 text-muted">{t('deletion.kept')}</p>
        <TextField
          label={t('deletion.email', { email })}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          spellCheck={false}
          error={deletion.isError ? describe(deletion.error) : undefined}
        />
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <Button disabled={isBusy} onClick={onClose}>
            {app('action.cancel')}
          </Button>
          <Button variant="danger" type="submit" disabled={!isConfirmed || isBusy}>
            {t('deletion.confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
