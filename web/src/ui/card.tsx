/** A card with an optional title. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type CardProps = {
  readonly children: ReactNode;
  readonly title?: string;
  readonly aside?: ReactNode;
  readonly className?: string;
};

export function Card({ children, title, aside, className }: CardProps) {
  return (
    <section
      className={classNames('rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-6', className)}
    >
      {(title !== undefined || aside !== undefined) && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
          <h2 className="font-semibold">{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
