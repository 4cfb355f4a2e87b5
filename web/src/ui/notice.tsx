/** A page or part that has nothing to show but a reason: empty, missing, broken. */
import type { ReactNode } from 'react';

type NoticeProps = {
  readonly title: string;
  readonly text?: string;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
};

export function Notice({ title, text, icon, children }: NoticeProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-16 text-center">
      {icon !== undefined && <div className="text-muted">{icon}</div>}
      <h2 className="text-lg font-semibold">{title}</h2>
      {text !== undefined && <p className="text-muted">{text}</p>}
      {children !== undefined && <div className="mt-2 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}
