/** The html in a frame that can neither run nor load anything, and as it is written. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryKeys } from '../../api/query-client.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient } from '../../session/dashboard-context.ts';
import { PreviewAndSource } from './preview-and-source.tsx';
import { imageNamesIn, safeHtml } from './safe-html.ts';
import { SourceLines } from './source-lines.tsx';

type HtmlTabProps = { readonly jobId: string; readonly text: string };

/** A picture each; more would make the page heavy, and the file has them all. */
const picturesMax = 60;

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** As data, because the frame is a stranger to this origin and could not open its blobs. */
function usePictures(jobId: string, names: readonly string[]) {
  const client = useClient();
  const { data } = useQuery({
    queryKey: [...queryKeys.job(jobId), 'pictures'],
    queryFn: async ({ signal }) => {
      const pictures = new Map<string, string>();
      for (const name of names.slice(0, picturesMax)) {
        const picture = await client.jobs.image(jobId, name, { signal });
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
