/** Asks for the password of an encrypted file. It is sent with the job and not stored in the browser. */
import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';

export function PasswordForm({ onPassword }: { readonly onPassword: (password: string) => void }) {
  const { t } = useTranslation('home');
  const [password, setPassword] = useState('');
  return (
    <form
      className="mt-3 flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') onPassword(password);
      }}
    >
      <div className="min-w-48 flex-1">
        <TextField
          label={t('password')}
          type="password"
          autoComplete="off"
          value={password}
          onChange={setPassword}
        />
      </div>
      <Button type="submit" variant="primary" disabled={password === ''}>
        {t('unlock')}
      </Button>
    </form>
  );
}
