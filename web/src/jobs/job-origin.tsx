/** Where a job came from: the API key or session that submitted it, and how its file arrived. */
import type { Job } from '@octavo/sdk';
import { useTranslation } from '../i18n/use-translation.ts';

type Origin = Job['origin'];

export function useOriginTexts(origin: Origin) {
  const { t } = useTranslation('jobs');
  if (origin === undefined) return { key: '–', source: '–' };
  return {
    key: origin.api_key?.name ?? t('session'),
    source: origin.source_host ?? (origin.source === null ? '–' : t(`source.${origin.source}`)),
  };
}

type OriginCellsProps = { readonly origin: Origin };

export function OriginCells({ origin }: OriginCellsProps) {
  const { t } = useTranslation('jobs');
  const { key, source } = useOriginTexts(origin);
  return (
    <>
      <div className="hidden min-w-0 truncate text-sm text-muted xl:block" title={key}>
        <span className="sr-only">{t('column.key')}: </span>
        {key}
      </div>
      <div className="hidden min-w-0 truncate text-sm text-muted xl:block" title={source}>
        <span className="sr-only">{t('column.source')}: </span>
        {source}
      </div>
    </>
  );
}
