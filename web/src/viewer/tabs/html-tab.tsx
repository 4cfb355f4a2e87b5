/** The HTML result, rendered in a sandboxed frame and as source. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryKeys } from '../../api/query-client.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useResultFiles } from '../result-files.ts';
import { PreviewAndSource } from './preview-and-source.tsx';
import { imageNamesIn, safeHtml } from './safe-html.ts';
import { SourceLines } from './source-lines.tsx';

type HtmlTabProps = { readonly jobId: string; readonly text: string };

/** More images would make the frame slow; the downloaded file has all of them. */
const picturesMax = 60;

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** Data URLs, because the sandboxed frame has another origin and cannot read blob URLs. */
function usePictures(jobId: string, names: readonly string[]) {
  const files = useResultFiles();
  const { data } = useQuery({
    queryKey: [...queryKeys.job(jobId), 'pictures'],
    queryFn: async ({ signal }) => {
      const pictures = new Map<string, string>();
      for (const name of names.slice(0, picturesMax)) {
        const picture = await files.image(jobId, name, { signal });
        pictures.set(name, await dataUrlOf(await picture.blob()));
      }
      return pictures;
    },
    enabled: names.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return data;
}

export function HtmlTab({ jobId, text }: HtmlTabProps) {
  const { t } = useTranslation('viewer');
  const names = useMemo(() => imageNamesIn(text), [text]);
  const pictures = usePictures(jobId, names);
  const page = useMemo(() => safeHtml(text, (name) => pictures?.get(name)), [text, pictures]);
  return (
    <PreviewAndSource
      text={text}
      rendered={
        <iframe
          title={t('htmlFrame')}
          sandbox=""
          srcDoc={page}
          referrerPolicy="no-referrer"
          className="block size-full border-0 bg-white"
        />
      }
      source={<SourceLines label={t('tab.html')} text={text} />}
    />
  );
}
