/** The list of API keys. */
import type { ApiKey } from '@octavo/sdk';
import { formatAge } from '../format/age.ts';
import { formatDateTime } from '../format/date-time.ts';
import { useNow } from '../format/use-now.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';

type KeyListProps = { readonly keys: readonly ApiKey[]; readonly onRevoke: (key: ApiKey) => void };

export function KeyList({ keys, onRevoke }: KeyListProps) {
  const { t, language } = useTranslation('keys');
  const now = useNow(60_000);
  return (
    <ul className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
      {keys.map((key) => (
        <li key={key.id} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-5 py-4">
          <div className="min-w-0 flex-1 basis-48">
            <p className="truncate font-medium">{key.name}</p>
            <p className="font-mono text-sm text-muted">{key.key_prefix}…</p>
          </div>
          <dl className="flex flex-1 basis-64 flex-wrap gap-x-8 gap-y-1 text-sm">
            <div>
              <dt className="text-muted">{t('created')}</dt>
              <dd title={formatDateTime(key.created_at, language)}>
                {formatAge(key.created_at, now, language)}
              </dd>
            </div>
            <div>
              <dt className="text-muted">{t('lastUsed')}</dt>
              <dd>{key.last_used_at === null ? t('never') : formatAge(key.last_used_at, now, language)}</dd>
            </div>
          </dl>
          {key.is_active ? (
            <Button size="small" onClick={() => onRevoke(key)}>
              {t('revoke')}
              <span className="sr-only">{key.name}</span>
            </Button>
          ) : (
            <span className="rounded-full bg-sunken px-2.5 py-1 text-xs font-semibold text-muted">
              {t('revoked')}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
