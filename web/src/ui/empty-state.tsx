/** Shown where there is no content: says why and offers what to do next. */
import type { ReactNode } from 'react';

type EmptyStateProps = {
  readonly title: string;
  readonly text?: string;
  readonly icon?: ReactNode;
  /** True when it is the only content of the page; the title is then the `h1`. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
};

export function EmptyState({ title, text, icon, isPage = false, children }: EmptyStateProps) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-16 text-center">
      {icon !== undefined && <div className="text-muted">{icon}</div>}
      <Heading className="text-lg font-semibold">{title}</Heading>
      {text !== undefined && <p className="text-muted">{text}</p>}
      {children !== undefined && <div className="mt-2 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}
