/** Placeholders for content that is still loading: grey lines inside a page, a spinner for a whole one. */
import LoaderCircle from 'lucide-react/icons/loader-circle';
import { useTranslation } from '../i18n/use-translation.ts';

export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('loading')} className="flex animate-pulse flex-col gap-3">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical and never change order
        <div key={index} className="h-5 rounded bg-sunken" />
      ))}
    </div>
  );
}

export function Spinner() {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex items-center justify-center gap-3 py-24 text-muted">
      <LoaderCircle aria-hidden size={20} className="animate-spin" />
      {t('loading')}
    </div>
  );
}
