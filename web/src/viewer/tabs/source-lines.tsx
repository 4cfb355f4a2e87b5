/** Plain text in a virtualized list of lines. */
import { useMemo } from 'react';
import { VirtualList } from './virtual-list.tsx';

const lineCharsMax = 4_000;

/** Very long lines are split, because laying out a line of a megabyte blocks the page. */
export function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    if (line.length <= lineCharsMax) return [line];
    const count = Math.ceil(line.length / lineCharsMax);
    return Array.from({ length: count }, (_, index) =>
      line.slice(index * lineCharsMax, (index + 1) * lineCharsMax),
    );
  });
}

export function SourceLines({ text, label }: { readonly text: string; readonly label: string }) {
  const lines = useMemo(() => linesOf(text), [text]);
  return (
    <VirtualList
      label={label}
      count={lines.length}
      estimatePx={20}
      className="py-3"
      row={(index) => (
        <div className="min-h-5 px-4 font-mono text-xs leading-5 break-words whitespace-pre-wrap">
          {lines[index]}
        </div>
      )}
    />
  );
}
