/** Shows a new key, this once: it closes only when somebody says that it is saved. */
import type { CreatedApiKey } from '@octavo/sdk';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SecretText } from '../ui/secret-text.tsx';

type NewKeyDialogProps = { readonly created: CreatedApiKey; readonly onClose: () => void };

export function NewKeyDialog({ created, onClose }: NewKeyDialogProps) {
  const { t } = useTranslation('keys');
  return (
    <Dialog title={t('newTitle')} isDismissible={false} onClose={onClose}>
      <p className="mb-4 flex gap-2 rounded-lg bg-warning-soft p-3 text-sm text-warning">
        <TriangleAlert aria-hidden size={18} className="shrink-0" />
        {t('once')}
      </p>
      <SecretText label={t('newKey')} text={created.raw_key} />
      <div className="mt-6 flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {t('saved')}
        </Button>
      </div>
    </Dialog>
  );
}
