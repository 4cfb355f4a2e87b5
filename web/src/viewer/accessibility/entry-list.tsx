/** Tasks or failed rules: choosing one marks its places on the pages and goes to the first. */
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFindStore, useFound } from '../find/find-store.ts';
import { PageLinks } from '../job/page-links.tsx';
import { pagesOf, type ReportEntry } from './report-entries.ts';

type EntryProps = {
  readonly entry: ReportEntry;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
};

/** The pages of the places, and which of them the reader is at. */
function Places({ hits }: Pick<ReportEntry, 'hits'>) {
  const { t } = useTranslation('accessibility');
  const store = useFindStore();
  const { active } = useFound();
  const onPage = (page: number) => store.go(hits.findIndex((hit) => hit.page === page));
  return (
    <p className="px-4 pb-2.5 text-xs text-muted">
      {t('pages')}
      <PageLinks pages={pagesOf(hits)} onPage={onPage} />
      {hits.length > 1 && active !== null && (
        <span className="block">{t('position', { position: active + 1, total: hits.length })}</span>
      )}
    </p>
  );
}

function Entry({ entry, isChosen, onChoose }: EntryProps) {
  const { t, language } = useTranslation('accessibility');
  const { clause, what, text, count, hits } = entry;
  // The texts of the rules are those of the standard, in English.
  const task = what === null || what === 'other' ? null : t(`task.${what}`);
  const title = what === null ? t('clause', { clause: clause ?? '' }) : t(`toDo.${what}`);
  return (
    <li className={`border-t border-line ${isChosen ? 'bg-accent-soft' : ''}`}>
      <button
        type="button"
        data-report-entry={entry.key}
        aria-pressed={isChosen}
        disabled={hits.length === 0}
        onClick={onChoose}
        className="block w-full px-4 py-2.5 text-left text-sm enabled:hover:bg-sunken"
      >
        <span className="flex items-baseline justify-between gap-3 text-xs font-semibold text-muted">
          <span>{title}</span>
          {hits.length > 0 && <span className="shrink-0 tabular-nums">{t('places', { count })}</span>}
        </span>
        <span className="mt-0.5 block [overflow-wrap:anywhere]" lang={task === null ? 'en' : language}>
          {task ?? text}
        </span>
      </button>
      {isChosen && <Places hits={hits} />}
    </li>
  );
}

type EntryListProps = {
  readonly entries: readonly ReportEntry[];
  readonly chosen: string | null;
  readonly onChoose: (entry: ReportEntry) => void;
};

export function EntryList({ entries, chosen, onChoose }: EntryListProps) {
  return (
    <ul>
      {entries.map((entry) => (
        <Entry
          key={entry.key}
          entry={entry}
          isChosen={entry.key === chosen}
          onChoose={() => onChoose(entry)}
        />
      ))}
    </ul>
  );
}
