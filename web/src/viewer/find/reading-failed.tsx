/** What a panel shows when its request failed. */
import { ApiError } from '@octavo/sdk';
import { useDescribeError } from '../../api/use-describe-error.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';

type ReadingFailedProps = { readonly error: unknown; readonly onRetry: () => void };

export function ReadingFailed({ error, onRetry }: ReadingFailedProps) {
  const { t } = useTranslation('viewer');
  const { t: app } = useTranslation();
  const describe = useDescribeError();
  const isTooOld = error instanceof ApiError && error.code === 'reading_not_stored';
  return (
    <div role="alert" className="space-y-3 p-4 text-sm">
      <p className="text-danger">{isTooOld ? t('readingNotStored') : describe(error)}</p>
      {!isTooOld && (
        <Button size="small" onClick={onRetry}>
          {app('action.retry')}
        </Button>
      )}
    </div>
  );
}
