/** Usage by API key. */
import type { Usage } from '@octavo/sdk';
import { useTranslation } from '../i18n/use-translation.ts';
import { Card } from '../ui/card.tsx';

export function KeyUsage({ usage }: { readonly usage: Usage }) {
  const { t, language } = useTranslation('usage');
  if (usage.keys.length === 0) return null;
  return (
    <Card title={t('byKey')}>
      <table className="w-full text-left">
        <thead className="text-sm text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="py-2 font-medium">
              {t('key')}
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              {t('pages')}
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              {t('jobs')}
            </th>
          </tr>
        </thead>
        <tbody>
          {usage.keys.map((key) => (
            <tr key={key.api_key_id ?? 'session'} className="border-b border-line last:border-b-0">
              <th scope="row" className="max-w-0 py-3 pr-4 font-medium">
                <span className="block truncate">{key.name ?? t('dashboard')}</span>
                {key.key_prefix !== null && (
                  <span className="block truncate font-mono text-sm font-normal text-muted">
                    {key.key_prefix}…
                  </span>
                )}
              </th>
              <td className="py-3 text-right tabular-nums">{key.pages.toLocaleString(language)}</td>
              <td className="py-3 text-right tabular-nums">{key.jobs.toLocaleString(language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
