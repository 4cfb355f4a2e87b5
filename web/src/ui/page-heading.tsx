/** The first line of a page: its name, a sentence, and what one can do there. */
import type { ReactNode } from 'react';

type PageHeadingProps = {
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
};

export function PageHeading({ title, text, children }: PageHeadingProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {text !== undefined && <p className="mt-1 max-w-prose text-muted">{text}</p>}
      </div>
      {children}
    </header>
  );
}
