/** All tables of the document, to view, copy into a spreadsheet or download as CSV or XLSX. */
import { type ExtractedTable, tables } from '@octavo/sdk';
import Download from 'lucide-react/icons/download';
import Table2 from 'lucide-react/icons/table-2';
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { saveFile } from '../../ui/save-file.ts';
import type { DocumentModel } from '../document/document-model.ts';
import { useSelection } from '../selection-store.ts';
import { TableGrid } from './table-grid.tsx';
import { VirtualList } from './virtual-list.tsx';

/** What spreadsheets accept from the clipboard. */
export function toTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => cell.replace(/\s+/g, ' ').trim()).join('\t')).join('\n');
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function saveXlsx(table: ExtractedTable, name: string): Promise<void> {
  const { toXlsx } = await import('./table-xlsx.ts');
  saveFile(new Blob([toXlsx(table)], { type: xlsxType }), name);
}

type TableCardProps = { readonly table: ExtractedTable; readonly number: number; readonly stem: string };

function TableCard({ table, number, stem }: TableCardProps) {
  const { t } = useTranslation('viewer');
  const { selectFrom, store } = useSelection();
  const { pointer, page, rows } = table;
  return (
    <article
      data-table={pointer}
      className="p-4"
      onPointerEnter={() => store.hover(pointer)}
      onPointerLeave={() => store.hover(null)}
    >
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 className="mr-auto text-sm font-semibold">
          {t('tableTitle', { number })}{' '}
          <span className="font-normal text-muted">
            {t('tableSize', { rows: rows.length, columns: rows[0]?.length ?? 0 })}
          </span>
        </h3>
        <Button size="small" variant="quiet" onClick={() => selectFrom(pointer, 'blocks')}>
          {t('showOnPage', { page })}
        </Button>
        <span className="flex gap-2">
          <CopyButton text={toTsv(rows)} />
          <Button
            size="small"
            onClick={() =>
              saveFile(new Blob([table.toCsv()], { type: 'text/csv' }), `${stem}-table-${number}.csv`)
            }
          >
            <Download aria-hidden size={15} />
            {t('downloadCsv')}
          </Button>
          <Button size="small" onClick={() => void saveXlsx(table, `${stem}-table-${number}.xlsx`)}>
            <Download aria-hidden size={15} />
            {t('downloadXlsx')}
          </Button>
        </span>
      </div>
      <section
        aria-label={t('tableTitle', { number })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        className="max-h-[32rem] overflow-auto border-b border-line"
      >
        <TableGrid table={table.node} pointer={pointer} />
      </section>
    </article>
  );
}

export function TablesTab({ model, stem }: { readonly model: DocumentModel; readonly stem: string }) {
  const { t } = useTranslation('viewer');
  const found = useMemo(() => tables(model.root), [model]);
  if (found.length === 0) {
    return (
      <EmptyState icon={<Table2 aria-hidden size={32} />} title={t('noTables')} text={t('noTablesText')} />
    );
  }
  return (
    <VirtualList
      label={t('tab.tables')}
      count={found.length}
      estimatePx={240}
      keyOf={(index) => found[index]?.pointer ?? String(index)}
      row={(index) => {
        const table = found[index];
        return table === undefined ? null : <TableCard table={table} number={index + 1} stem={stem} />;
      }}
    />
  );
}
