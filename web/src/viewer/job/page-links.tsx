/** Page numbers as buttons that go to the page. */
import { useTranslation } from '../../i18n/use-translation.ts';

const pagesShown = 12;

type PageLinksProps = { readonly pages: readonly number[]; readonly onPage: (page: number) => void };

export function PageLinks({ pages, onPage }: PageLinksProps) {
  const { t } = useTranslation('viewer');
  if (pages.length === 0) return null;
  return (
    <span className="ml-1">
      {pages.slice(0, pagesShown).map((page) => (
        <button
          key={page}
          type="button"
          aria-label={t('pageLabel', { page })}
          className="mr-1 rounded px-1 font-medium text-accent underline"
          onClick={() => onPage(page)}
        >
          {page}
        </button>
      ))}
      {pages.length > pagesShown && '…'}
    </span>
  );
}
