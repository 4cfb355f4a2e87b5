/** Images of a result, loaded with the credentials of the page. */

import type { Figure } from '@octavo/sdk';
import { useQuery } from '@tanstack/react-query';
import ImageIcon from 'lucide-react/icons/image';
import { useEffect, useState } from 'react';
import { queryKeys } from '../../api/query-client.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useResultFiles } from '../result-files.ts';
import { imageNameOf, isEmbeddedImage } from './image-name.ts';

export function useImageUrl(jobId: string, name: string | null): string | null {
  const files = useResultFiles();
  const { data } = useQuery({
    queryKey: [...queryKeys.job(jobId), 'image', name],
    queryFn: async ({ signal }) => (await files.image(jobId, name ?? '', { signal })).blob(),
    enabled: name !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (data === undefined) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return url;
}

export function JobImage({ jobId, figure }: { readonly jobId: string; readonly figure: Figure }) {
  const { t } = useTranslation('viewer');
  const fetched = useImageUrl(jobId, imageNameOf(figure.image));
  const url = isEmbeddedImage(figure.image) ? figure.image : fetched;
  if (url !== null) {
    return <img src={url} alt={figure.alt ?? ''} className="max-h-72 max-w-full rounded bg-white" />;
  }
  return (
    <p className="inline-flex items-center gap-2 text-sm text-muted">
      <ImageIcon aria-hidden size={16} />
      {figure.alt ?? (figure.image === undefined ? t('imageNotExtracted') : t('imageLoading'))}
    </p>
  );
}
