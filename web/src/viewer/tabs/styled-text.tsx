/** The text of a node with its emphasis and links. Addresses come from an untrusted document. */
import type { Link, TextContent } from '@octavo/sdk';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
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

function StyledRun({ text, styles }: TextRun) {
  const [style, ...others] = styles;
  if (style === undefined) return text;
  const Element = elements[style];
  return (
    <Element>
      <StyledRun text={text} styles={others} />
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

type StyledTextProps = { readonly of: Pick<TextContent, 'content' | 'spans'> };

export function StyledText({ of: { content, spans } }: StyledTextProps) {
  if (spans.length === 0) return content;
  let at = 0;
  return linkedRuns(content, spans).map(({ link, runs }) => {
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
