/** Something could not be fetched: why, and the way to try again. */
import CloudOff from 'lucide-react/icons/cloud-off';
import { useDescribeError } from '../api/use-describe-error.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

type LoadFailedProps = { readonly error: unknown; readonly onRetry: () => void };

export function LoadFailed({ error, onRetry }: LoadFailedProps) {
  const { t } = useTranslation();
  const describe = useDescribeError();
  return (
    <div role="alert">
      <EmptyState
        icon={<CloudOff aria-hidden size={32} />}
        title={t('error.loadTitle')}
        text={describe(error)}
      >
        <Button variant="primary" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      </EmptyState>
    </div>
  );
}
