/** An image of the document, where the job extracted it; otherwise the place it would have. */
import type { Image } from '@octavo/sdk';
import ImageIcon from 'lucide-react/icons/image';
import { useTranslation } from '../../i18n/use-translation.ts';
import { imageNameOf, isEmbeddedImage } from './image-name.ts';
import { useImageUrl } from './use-image-url.ts';

export function JobImage({ jobId, image }: { readonly jobId: string; readonly image: Image }) {
  const { t } = useTranslation('viewer');
  const fetched = useImageUrl(jobId, imageNameOf(image.source));
  const url = isEmbeddedImage(image.data) ? image.data : fetched;
  if (url !== null) {
    return <img src={url} alt={image.alt ?? ''} className="max-h-72 max-w-full rounded bg-white" />;
  }
  return (
    <p className="inline-flex items-center gap-2 text-sm text-muted">
      <ImageIcon aria-hidden size={16} />
      {image.alt ?? (image.source === undefined ? t('imageNotExtracted') : t('imageLoading'))}
    </p>
  );
}
