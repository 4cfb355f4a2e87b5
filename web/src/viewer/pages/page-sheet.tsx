/** One page: the canvas, a box for each element and a hatched area for content that was left out. */
import { boxToPercent, type PageSize } from '@octavo/sdk';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type ComponentType, memo } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { PlacedElement } from '../document/document-model.ts';
import type { ElementKind } from '../document/element-kind.ts';
import type { DroppedItem } from '../job/use-dropped.ts';
import { ElementBox } from './element-box.tsx';
import { PageCanvas } from './page-canvas.tsx';
import type { PageView } from './page-geometry.ts';

/** Draws what is marked on a page over its boxes; `size` is what the boxes refer to. */
export type Marks = ComponentType<{ readonly page: number; readonly size: PageSize }>;

type PageSheetProps = {
  readonly pdf: PDFDocumentProxy;
  readonly page: number;
  readonly size: PageSize;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly elements: readonly PlacedElement[];
  /** The size that the boxes of elements refer to. */
  readonly boxSize: PageSize;
  readonly dropped: readonly DroppedItem[];
  readonly hidden: ReadonlySet<ElementKind>;
  readonly tabStop: string | undefined;
  readonly marks: Marks;
  readonly isPassing: boolean;
  readonly onSize: (page: number, view: PageView) => void;
  readonly onDrawn: () => void;
};

function DroppedBox({ item, size }: { readonly item: DroppedItem; readonly size: PageSize }) {
  const { left, top, width, height } = boxToPercent(item.bounding_box, size);
  return (
    <div
      aria-hidden
      className="viewer-dropped"
      style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
    />
  );
}

function PageSheetPlain(props: PageSheetProps) {
  const {
    pdf,
    page,
    size,
    boxSize,
    widthPx,
    heightPx,
    elements,
    dropped,
    hidden,
    tabStop,
    marks: Marks,
  } = props;
  const { t } = useTranslation('viewer');
  return (
    <div
      data-page={page}
      className="relative mx-auto bg-white shadow-card ring-1 ring-line"
      style={{ width: widthPx, height: heightPx }}
    >
      <PageCanvas
        pdf={pdf}
        page={page}
        widthPx={widthPx}
        label={t('pageLabel', { page })}
        isPassing={props.isPassing}
        onSize={props.onSize}
        onDrawn={props.onDrawn}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div role="group" aria-label={t('elementsOnPage', { page })} className="absolute inset-0">
        {elements
          .filter(({ element }) => !hidden.has(element.kind))
          .map(({ element, box, isContinued }) => (
            <ElementBox
              key={element.pointer}
              element={element}
              box={box}
              width={boxSize.width}
              height={boxSize.height}
              isContinued={isContinued}
              isTabStop={!isContinued && element.pointer === tabStop}
            />
          ))}
        {dropped.map((item) => (
          <DroppedBox key={`${item.reason} ${item.bounding_box.join(' ')}`} item={item} size={size} />
        ))}
        <Marks page={page} size={boxSize} />
      </div>
    </div>
  );
}

export const PageSheet = memo(PageSheetPlain);
