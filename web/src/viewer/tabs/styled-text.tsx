/** The text of a node with its emphasis, links and recognized words. Addresses come from an untrusted document. */
import type { Link, TextContent } from '@octavo/sdk';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { unsureBelow } from '../document/ocr-confidence.ts';
import { useSelection } from '../selection-store.ts';
import { isSafeUrl, linkedRuns, type TextRun, type TextStyle } from './text-runs.ts';

const elements = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  code: 'code',
  sup: 'sup',
  sub: 'sub',
} as const satisfies Record<TextStyle, keyof HTMLElementTagNameMap>;

function RecognizedRun({ text, confidence }: { readonly text: string; readonly confidence: number }) {
  const { t, language } = useTranslation('viewer');
  const percent = confidence.toLocaleString(language, { style: 'percent' });
  return (
    <span className="viewer-word" title={t('ocrWord', { percent })} data-unsure={confidence < unsureBelow}>
      {text}
    </span>
  );
}

function StyledRun({ text, styles, confidence }: TextRun) {
  const [style, ...others] = styles;
  if (style === undefined) {
    return confidence === undefined ? text : <RecognizedRun text={text} confidence={confidence} />;
  }
  const Element = elements[style];
  return (
    <Element>
      <StyledRun text={text} styles={others} {...(confidence !== undefined && { confidence })} />
    </Element>
  );
}

type LinkedProps = { readonly link: Link; readonly text: string; readonly children: ReactNode };

const linkClass = 'text-accent underline';

function Linked({ link, text, children }: LinkedProps) {
  const { t } = useTranslation('viewer');
  const { showPage } = useSelection();
  if ('page' in link) {
    return (
      <button
        type="button"
        className={linkClass}
        aria-label={t('linkToPage', { text, page: link.page })}
        onClick={(event) => {
          event.stopPropagation();
          showPage(link.page);
        }}
      >
        {children}
      </button>
    );
  }
  if (!isSafeUrl(link.url)) return children;
  return (
    <a
      href={link.url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={linkClass}
      onClick={(event) => event.stopPropagation()}
    >
      {children}
    </a>
  );
}

type StyledTextProps = { readonly of: Pick<TextContent, 'content' | 'spans' | 'words'> };

export function StyledText({ of: { content, spans, words } }: StyledTextProps) {
  if (spans.length === 0 && words === undefined) return content;
  let at = 0;
  return linkedRuns(content, spans, words).map(({ link, runs }) => {
    const start = at;
    const parts = runs.map((run) => {
      const key = at;
      at += run.text.length;
      return <StyledRun key={key} {...run} />;
    });
    if (link === undefined) return parts;
    return (
      <Linked key={start} link={link} text={content.slice(start, at)}>
        {parts}
      </Linked>
    );
  });
}
