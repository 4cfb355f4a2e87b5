/** The measure of an ordinary page; the viewer takes the whole width instead. */
import type { ReactNode } from 'react';

export function Page({ children }: { readonly children: ReactNode }) {
  return <div className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-6 lg:px-10 lg:py-10">{children}</div>;
}
