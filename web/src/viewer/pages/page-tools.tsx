/** The toolbar above the pages: page number, previous and next, zoom. */
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button, IconButton } from '../../ui/button.tsx';

type PageToolsProps = {
  readonly page: number;
  readonly pages: number;
  readonly zoom: number;
  readonly onPage: (page: number) => void;
  readonly onZoom: (zoom: number) => void;
};

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

export function PageTools({ page, pages, zoom, onPage, onZoom }: PageToolsProps) {
  const { t, language } = useTranslation('viewer');
  const [typed, setTyped] = useState(String(page));
  useEffect(() => setTyped(String(page)), [page]);
  const go = () => {
    const typedPage = Number(typed);
    if (Number.isInteger(typedPage) && typedPage >= 1 && typedPage <= pages) onPage(typedPage);
    else setTyped(String(page));
  };
  const larger = zooms.find((step) => step > zoom);
  const smaller = zooms.findLast((step) => step < zoom);
  return (
    <div className="flex h-11 shrink-0 items-center justify-between gap-2 border-b border-line bg-surface px-2">
      <form
        className="flex items-center gap-1 text-sm"
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <IconButton
          size="small"
          label={t('previousPage')}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft aria-hidden size={18} />
        </IconButton>
        <input
          aria-label={t('pageNumber')}
          inputMode="numeric"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={go}
          className="h-7 w-12 rounded-md border border-line bg-surface text-center tabular-nums hover:border-line-strong"
        />
        <span className="whitespace-nowrap text-muted tabular-nums">
          {t('ofPages', { pages: pages.toLocaleString(language) })}
        </span>
        <IconButton
          size="small"
          label={t('nextPage')}
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight aria-hidden size={18} />
        </IconButton>
      </form>
      <div className="flex items-center">
        <IconButton
          size="small"
          label={t('zoomOut')}
          disabled={smaller === undefined}
          onClick={() => onZoom(smaller ?? zoom)}
        >
          <ZoomOut aria-hidden size={17} />
        </IconButton>
        <Button size="small" variant="quiet" className="min-w-16 tabular-nums" onClick={() => onZoom(1)}>
          {zoom === 1 ? t('fit') : `${Math.round(zoom * 100)} %`}
        </Button>
        <IconButton
          size="small"
          label={t('zoomIn')}
          disabled={larger === undefined}
          onClick={() => onZoom(larger ?? zoom)}
        >
          <ZoomIn aria-hidden size={17} />
        </IconButton>
      </div>
    </div>
  );
}
