/** Two documents side by side with what differs between them. */
import { ApiError, type DiffItem } from '@octavo/sdk';
import { getRouteApi } from '@tanstack/react-router';
import FileText from 'lucide-react/icons/file-text';
import List from 'lucide-react/icons/list';
import { useCallback, useState } from 'react';
import { LoadFailed } from '../../api/query-result.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient } from '../../session/dashboard-context.ts';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { Segments } from '../../ui/segments.tsx';
import { NoAccess } from '../job/no-access.tsx';
import { ResultFilesContext } from '../result-files.ts';
import { ChangeList } from './change-list.tsx';
import { type CompareSide, compareSides } from './change-places.ts';
import { CompareDocument } from './compare-document.tsx';
import { CompareHead } from './compare-head.tsx';
import { useCompareKeys } from './use-compare-keys.ts';
import { type CompareIds, stepFrom, useComparison } from './use-comparison.ts';
import '../viewer.css';
import './compare.css';

/** What a narrow screen shows. */
type View = 'changes' | CompareSide;

function ViewSwitch({ view, onChange }: { readonly view: View; readonly onChange: (view: View) => void }) {
  const { t } = useTranslation('compare');
  return (
    <Segments<View>
      legend={t('view')}
      segments={[
        { value: 'changes', icon: List, label: t('changes') },
        { value: 'base', icon: FileText, label: t('base') },
        { value: 'head', icon: FileText, label: t('head') },
      ]}
      value={view}
      onChange={onChange}
      className="mx-3 mb-2 lg:hidden"
    />
  );
}

/** Where a narrow screen shows a change: in the newer document, if it is there. */
const viewOf = (item: DiffItem | undefined): View => (item?.head === null ? 'base' : 'head');

function Comparison({ ids }: { readonly ids: CompareIds }) {
  const { query, scope, items, active, visits, choose, setScope } = useComparison(ids);
  const [view, setView] = useState<View>('changes');
  const onChoose = useCallback(
    (change: number) => {
      choose(change);
      setView(viewOf(items[change]));
    },
    [choose, items],
  );
  const onStep = (direction: 1 | -1) => {
    if (items.length > 0) onChoose(stepFrom(active, items.length, direction));
  };
  useCompareKeys(onStep);
  const { data: diff, error, refetch } = query;
  if (error instanceof ApiError && error.code === 'job_not_found') return <NoAccess />;
  if (error !== null) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  const hiddenUnless = (shown: View) => view !== shown && 'max-lg:hidden';
  return (
    <div data-viewer className="flex h-[calc(100dvh-3.5rem)] flex-col overflow-hidden lg:h-dvh">
      <div className="shrink-0 border-b border-line bg-surface">
        <CompareHead {...{ ids, scope, diff, active, onStep }} total={items.length} onScope={setScope} />
        <ViewSwitch view={view} onChange={setView} />
      </div>
      <div className="flex min-h-0 flex-1">
        <div
          className={classNames(
            'min-h-0 shrink-0 bg-surface max-lg:w-full lg:w-80 lg:border-r lg:border-line',
            hiddenUnless('changes'),
          )}
        >
          {diff === undefined ? (
            <div className="p-4">
              <Skeleton lines={8} />
            </div>
          ) : (
            <ChangeList items={items} active={active} onChoose={onChoose} />
          )}
        </div>
        {compareSides.map((side) => (
          <div
            key={side}
            className={classNames(
              'min-h-0 min-w-0 flex-1 lg:not-last:border-r lg:border-line',
              hiddenUnless(side),
            )}
          >
            <CompareDocument
              {...{ side, items, active, visits, onChoose }}
              jobId={side === 'base' ? ids.baseId : ids.headId}
              name={diff?.[side].file_name}
            />
          </div>
        ))}
      </div>
    </div>
  );
}

const route = getRouteApi('/compare/$baseId/$headId');

export function ComparePage() {
  const ids = route.useParams();
  const client = useClient();
  return (
    <ResultFilesContext value={client.jobs}>
      {/* The key resets all state when another pair is compared. */}
      <Comparison key={`${ids.baseId} ${ids.headId}`} ids={ids} />
    </ResultFilesContext>
  );
}
