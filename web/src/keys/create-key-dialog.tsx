/** Asks for a name and creates a key. */
import type { CreatedApiKey } from '@octavo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../api/query-client.ts';
import { useDescribeError } from '../api/use-describe-error.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useClient } from '../session/dashboard-context.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';

type CreateKeyDialogProps = {
  readonly onCreated: (key: CreatedApiKey) => void;
  readonly onClose: () => void;
};

const nameCharsMax = 100;

export function CreateKeyDialog({ onCreated, onClose }: CreateKeyDialogProps) {
  const { t } = useTranslation('keys');
  const { t: tApp } = useTranslation();
  const describe = useDescribeError();
  const client = useClient();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => client.apiKeys.create({ name: name.trim() }),
    // Keeps the key out of the cache: it is shown only once.
    gcTime: 0,
    onSuccess: (key) => {
      void queries.invalidateQueries({ queryKey: queryKeys.apiKeys });
      onCreated(key);
    },
  });
  return (
    <Dialog title={t('createTitle')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') create.mutate();
        }}
      >
        <TextField
          label={t('name')}
          hint={t('nameHint')}
          value={name}
          maxLength={nameCharsMax}
          autoComplete="off"
          error={create.isError ? describe(create.error) : undefined}
          onChange={setName}
        />
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{tApp('action.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={name.trim() === '' || create.isPending}>
            {t('create')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
