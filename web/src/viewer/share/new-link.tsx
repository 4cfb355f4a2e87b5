/** A share link that was just created. It is shown only once, because only a hash of it is stored. */
import type { CreatedShare } from '@octavo/sdk';
import { formatDateTime } from '../../format/date-time.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

type NewLinkProps = { readonly share: CreatedShare; readonly onAnother: () => void };

export function NewLink({ share, onAnother }: NewLinkProps) {
  const { t, language } = useTranslation('share');
  const { url, expires_at } = share;
  return (
    <div>
      <h3 className="mb-2 font-semibold">{t('ready')}</h3>
      {url === null ? (
        <p className="text-sm text-muted">{t('noPage')}</p>
      ) : (
        <div className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-sunken p-3">
          {/* biome-ignore lint/a11y/useSemanticElements: browsers may store the content of an input field */}
          <code
            role="group"
            aria-label={t('link')}
            className="min-w-0 flex-1 basis-52 font-mono text-sm break-all select-all"
          >
            {url}
          </code>
          <CopyButton text={url} label={t('copy')} />
        </div>
      )}
      <p className="mt-2 text-sm text-muted">
        {t('copyNow', { time: formatDateTime(expires_at, language) })}
      </p>
      <div className="mt-4 flex justify-end">
        <Button onClick={onAnother}>{t('another')}</Button>
      </div>
    </div>
  );
}
