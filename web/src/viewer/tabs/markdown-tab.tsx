/** The Markdown result, rendered and as source. The document is untrusted: no HTML, no images from elsewhere, no referrer on links. */
import { type ComponentProps, memo, useMemo } from 'react';
import Markdown from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSelection } from '../selection-store.ts';
import { imageNameOf, isEmbeddedImage } from './image-name.ts';
import { useImageUrl } from './job-image.tsx';
import { PreviewAndSource } from './preview-and-source.tsx';
import { SourceLines } from './source-lines.tsx';
import { splitMarkdown } from './split-markdown.ts';
import { isSafeUrl } from './text-runs.ts';
import { VirtualList } from './virtual-list.tsx';

const schema = {
  ...defaultSchema,
  // `JobPicture` checks image sources itself and shows only images of the job.
  protocols: { ...defaultSchema.protocols, src: ['data'] },
};

function jobPicture(jobId: string) {
  return function JobPicture({ src, alt = '' }: ComponentProps<'img'>) {
    const link = typeof src === 'string' ? src : undefined;
    const fetched = useImageUrl(jobId, imageNameOf(link));
    const url = isEmbeddedImage(link) ? link : fetched;
    return url === null ? <span className="text-muted">{alt}</span> : <img src={url} alt={alt} />;
  };
}

function DocumentLink({ href = '', children }: ComponentProps<'a'>) {
  const { showPage } = useSelection();
  const page = /^#page-(\d{1,7})$/.exec(href)?.[1];
  if (page !== undefined) {
    return (
      <button type="button" className="text-accent underline" onClick={() => showPage(Number(page))}>
        {children}
      </button>
    );
  }
  if (!isSafeUrl(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** Headings of the document rank below those of the page. */
function heading(level: number) {
  return function Heading({ children }: ComponentProps<'h1'>) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: the level is the document's, not this page's
      <div role="heading" aria-level={Math.min(level + 2, 6)} data-level={level} className="viewer-heading">
        {children}
      </div>
    );
  };
}

const headings = {
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6),
};

type MarkdownPieceProps = { readonly jobId: string; readonly markdown: string };

function MarkdownPiecePlain({ jobId, markdown }: MarkdownPieceProps) {
  const components = useMemo(() => ({ ...headings, a: DocumentLink, img: jobPicture(jobId) }), [jobId]);
  return (
    <div className="viewer-prose px-5 py-2">
      <Markdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[[rehypeSanitize, schema]]}
        urlTransform={(url) => url}
        components={components}
      >
        {markdown}
      </Markdown>
    </div>
  );
}

export const MarkdownPiece = memo(MarkdownPiecePlain);

type MarkdownTabProps = { readonly jobId: string; readonly text: string };

export function MarkdownTab({ jobId, text }: MarkdownTabProps) {
  const { t } = useTranslation('viewer');
  const pieces = useMemo(() => splitMarkdown(text), [text]);
  return (
    <PreviewAndSource
      text={text}
      rendered={
        <VirtualList
          label={t('tab.markdown')}
          count={pieces.length}
          estimatePx={900}
          row={(index) => <MarkdownPiece jobId={jobId} markdown={pieces[index] ?? ''} />}
        />
      }
      source={<SourceLines label={t('tab.markdown')} text={text} />}
    />
  );
}
