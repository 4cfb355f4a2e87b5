/** The share links of a job that still work, each with a button that revokes it. */
import type { Share } from '@octavo/sdk';
import { useDescribeError } from '../../api/use-describe-error.ts';
import { formatDateTime } from '../../format/date-time.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useRevokeShare, useShares } from './use-shares.ts';

function scopeOf({ ref, with_source }: Share): 'scope.element' | 'scope.pages' | 'scope.result' {
  if (ref !== null) return 'scope.element';
  return with_source ? 'scope.pages' : 'scope.result';
}

export function ActiveLinks({ jobId }: { readonly jobId: string }) {
  const { t, language } = useTranslation('share');
  const describe = useDescribeError();
  const { data: shares, error } = useShares(jobId);
  const revoke = useRevokeShare(jobId);
  const onRevoke = ({ id }: Share) =>
    revoke.mutate(id, {
      onSuccess: () => showToast({ tone: 'success', text: t('revoked') }),
      onError: (reason) => showToast({ tone: 'danger', text: describe(reason) }),
    });
  return (
    <section className="mt-6 border-t border-line pt-4">
      <h3 className="mb-2 font-semibold">{t('links')}</h3>
      {error !== null && (
        <p role="alert" className="text-sm text-danger">
          {describe(error)}
        </p>
      )}
      {shares?.length === 0 && <p className="text-sm text-muted">{t('none')}</p>}
      <ul className="divide-y divide-line">
        {shares?.map((share) => (
          <li key={share.id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1 text-sm">
              <p className="truncate font-medium">{share.name ?? t('unnamed')}</p>
              <p className="text-muted">
                {t(scopeOf(share))} · {t('until', { time: formatDateTime(share.expires_at, language) })}
              </p>
            </div>
            <Button size="small" disabled={revoke.isPending} onClick={() => onRevoke(share)}>
              {t('revoke')}
              <span className="sr-only">{share.name ?? t('unnamed')}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
