/** Shown while a page's code or first data is on its way. */
import LoaderCircle from 'lucide-react/icons/loader-circle';
import { useTranslation } from '../i18n/use-translation.ts';

export function Pending() {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex items-center justify-center gap-3 py-24 text-muted">
      <LoaderCircle aria-hidden size={20} className="animate-spin" />
      {t('loading')}
    </div>
  );
}
