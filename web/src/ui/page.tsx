/** The frame of an ordinary page: its width, its heading and its main action. The viewer uses the whole width instead. */
import type { ReactNode } from 'react';

type PageProps = {
  readonly title: string;
  readonly text?: string;
  /** Shown next to the heading. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
};

export function Page({ title, text, action, children }: PageProps) {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-6 lg:px-10 lg:py-10">
      <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          {text !== undefined && <p className="mt-1 max-w-prose text-muted">{text}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}
