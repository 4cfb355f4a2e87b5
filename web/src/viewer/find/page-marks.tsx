/** Highlights the hits on one page; the one the reader is at has an outline. */
import { boxToPercent, type PageSize } from '@octavo/sdk';
import { useFound } from './find-store.ts';

export function PageMarks({ page, size }: { readonly page: number; readonly size: PageSize }) {
  const { hits, active } = useFound();
  return hits.flatMap(({ start, boxes }, index) =>
    boxes
      .filter((place) => place.page === page)
      .map(({ box }) => {
        const { left, top, width, height } = boxToPercent(box, size);
        return (
          <div
            key={`${start} ${box.join(' ')}`}
            aria-hidden
            data-hit={start}
            data-active={index === active}
            className="viewer-hit"
            style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
          />
        );
      }),
  );
}
