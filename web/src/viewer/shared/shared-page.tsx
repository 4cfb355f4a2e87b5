/** The page of a share link: for people without an account, it shows one result or one block of it. */
import { ApiError, type SharedContent, type SharedResult } from '@octavo/sdk';
import { useQuery } from '@tanstack/react-query';
import Unlink from 'lucide-react/icons/unlink';
import { lazy, Suspense, useMemo } from 'react';
import { LoadFailed } from '../../api/query-result.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { Toasts } from '../../ui/toasts.tsx';
import { ResultFilesContext } from '../result-files.ts';
import { useShareNote } from './share-note.ts';
import { filesOf } from './shared-files.ts';

const SharedViewer = lazy(async () => ({ default: (await import('./shared-viewer.tsx')).SharedViewer }));
const SharedElement = lazy(async () => ({ default: (await import('./shared-element.tsx')).SharedElement }));

/** `isComplete` is false for an address without a token. */
export function LinkUnavailable({ isComplete }: { readonly isComplete: boolean }) {
  const { t } = useTranslation('share');
  return (
    <main>
      <title>{t('shared.goneTitle')}</title>
      <EmptyState
        isPage
        icon={<Unlink aria-hidden size={32} />}
        title={t('shared.goneTitle')}
        text={t(isComplete ? 'shared.goneText' : 'shared.incomplete')}
      />
    </main>
  );
}

function SharedResultView({ content }: { readonly content: SharedContent }) {
  return <SharedViewer content={content} note={useShareNote(content)} />;
}

function Content({ shared }: { readonly shared: SharedResult }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['shared'],
    queryFn: ({ signal }) => shared.retrieve({ signal }),
    // A link that was revoked disappears from an open page, too.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  if (error instanceof ApiError && error.code === 'share_not_found') return <LinkUnavailable isComplete />;
  if (data?.element) return <SharedElement content={data} element={data.element} />;
  if (data !== undefined) return <SharedResultView content={data} />;
  return error === null ? <Spinner /> : <LoadFailed error={error} onRetry={() => void refetch()} />;
}

export function SharedPage({ shared }: { readonly shared: SharedResult }) {
  const files = useMemo(() => filesOf(shared), [shared]);
  return (
    <ResultFilesContext value={files}>
      <Suspense fallback={<Spinner />}>
        <Content shared={shared} />
      </Suspense>
      <Toasts />
    </ResultFilesContext>
  );
}
