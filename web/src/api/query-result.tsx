/** Renders a query: a placeholder while it loads, the error if it failed, and the data once there is some. */
import CloudOff from 'lucide-react/icons/cloud-off';
import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Skeleton } from '../ui/loading.tsx';
import { useDescribeError } from './use-describe-error.ts';

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

type QueryResultProps<Data> = {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly skeletonLines: number;
  readonly children: (data: Data) => ReactNode;
};

/** A failed refetch shows the error above the data that was loaded before. */
export function QueryResult<Data>({ query, skeletonLines, children }: QueryResultProps<Data>) {
  const { data, error, refetch } = query;
  return (
    <>
      {error !== null && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && (
        <Card>
          <Skeleton lines={skeletonLines} />
        </Card>
      )}
      {data !== undefined && children(data)}
    </>
  );
}
