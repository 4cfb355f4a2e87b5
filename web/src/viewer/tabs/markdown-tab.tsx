/** The markdown as a page and as it is written. */
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { MarkdownPiece } from './markdown-piece.tsx';
import { PreviewAndSource } from './preview-and-source.tsx';
import { SourceLines } from './source-lines.tsx';
import { splitMarkdown } from './split-markdown.ts';
import { VirtualList } from './virtual-list.tsx';

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
