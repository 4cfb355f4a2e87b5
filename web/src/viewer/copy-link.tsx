/** Copies the address of what is shown. */
import Link2 from 'lucide-react/icons/link-2';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast-store.ts';

type CopyLinkProps = {
  /** Says that the link was copied, and who can open it. */
  readonly copiedText: string;
};

export function CopyLink({ copiedText }: CopyLinkProps) {
  const { t } = useTranslation('viewer');
  return (
    <Button
      size="small"
      title={t('copyLink')}
      onClick={() => {
        navigator.clipboard.writeText(location.href).then(
          () => showToast({ tone: 'success', text: copiedText }),
          () => {},
        );
      }}
    >
      <Link2 aria-hidden size={15} />
      <span className="max-sm:sr-only">{t('copyLink')}</span>
    </Button>
  );
}
