/** Which panel is open next to the pages, and what was typed into each, kept while another one is open. */
import { useCallback, useMemo, useState } from 'react';

export const panels = ['search', 'outline', 'quote', 'accessibility'] as const;
export type Panel = (typeof panels)[number];

export type Panels = {
  readonly open: Panel | null;
  /** Counts how often a panel was asked for: its first field takes the focus again each time. */
  readonly asked: number;
  readonly show: (panel: Panel) => void;
  readonly toggle: (panel: Panel) => void;
  readonly close: () => void;
  readonly query: string;
  readonly setQuery: (query: string) => void;
  readonly quote: string;
  readonly setQuote: (quote: string) => void;
};

export const panelButtonId = (panel: Panel) => `panel-button-${panel}`;

/** The focus would be lost with the panel: its button takes it. */
function keepFocus(panel: Panel | null): void {
  if (panel === null || document.activeElement?.closest('[data-panel]') == null) return;
  document.getElementById(panelButtonId(panel))?.focus();
}

export function usePanels(): Panels {
  const [{ open, asked }, setState] = useState<Pick<Panels, 'open' | 'asked'>>({ open: null, asked: 0 });
  const [query, setQuery] = useState('');
  const [quote, setQuote] = useState('');
  const show = useCallback(
    (panel: Panel) => setState((last) => ({ open: panel, asked: last.asked + 1 })),
    [],
  );
  const close = useCallback(() => {
    keepFocus(open);
    setState((last) => ({ ...last, open: null }));
  }, [open]);
  const toggle = useCallback((panel: Panel) => (open === panel ? close() : show(panel)), [open, close, show]);
  return useMemo(
    () => ({ open, asked, show, toggle, close, query, setQuery, quote, setQuote }),
    [open, asked, show, toggle, close, query, quote],
  );
}
