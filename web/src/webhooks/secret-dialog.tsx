/** Shows a signing secret, this once. */
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SecretText } from '../ui/secret-text.tsx';

export function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  return (
    <Dialog title={t('secretTitle')} isDismissible={false} onClose={onClose}>
      <p className="mb-4 flex gap-2 rounded-lg bg-warning-soft p-3 text-sm text-warning">
        <TriangleAlert aria-hidden size={18} className="shrink-0" />
        {t('secretOnce')}
      </p>
      <SecretText label={t('secret')} text={secret} />
      <div className="mt-6 flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {t('saved')}
        </Button>
      </div>
    </Dialog>
  );
}
