/** The place of something that is still on its way. */
import { useTranslation } from '../i18n/use-translation.ts';

export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('loading')} className="flex animate-pulse flex-col gap-3">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
        <div key={index} className="h-5 rounded bg-sunken" />
      ))}
    </div>
  );
}
