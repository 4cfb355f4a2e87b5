/** The tasks and failed rules of a report as entries of a list, each with its places to mark on the pages. */
import type { AccessibilityCheck, AccessibilityPlace, Box, JobAccessibility } from '@octavo/sdk';
import type { Hit } from '../find/hit.ts';

export type ToDoKind = JobAccessibility['to_do'][number]['what'];

export type ReportEntry = {
  readonly key: string;
  /** The clause of a rule; null for a task. */
  readonly clause: string | null;
  readonly what: ToDoKind | null;
  readonly text: string;
  readonly count: number;
  /** In the order of the report. */
  readonly hits: readonly Hit[];
};

/** More than an entry has places, so that the numbers of all hits differ. */
const hitsPerEntry = 1_000;

function toHit({ page, box }: AccessibilityPlace, start: number): Hit {
  // The schema guarantees four numbers; its generated type is only an array.
  const boxes = box === null ? [] : [{ page, box: box as unknown as Box }];
  return { start, page, label: null, ref: '', boxes, before: '', match: '', after: '' };
}

const toHits = (places: readonly AccessibilityPlace[], entry: number) =>
  places.map((place, index) => toHit(place, entry * hitsPerEntry + index));

/** `first` numbers the entries of all lists. */
function ofCheck(check: AccessibilityCheck | null, name: string, first: number): readonly ReportEntry[] {
  return (check?.failures ?? []).map(({ clause, description, count, places }, index) => ({
    ...{ key: `${name} ${clause}`, clause, what: null, text: description, count },
    hits: toHits(places, first + index),
  }));
}

export type ReportEntries = Readonly<Record<'toDo' | 'after' | 'before', readonly ReportEntry[]>>;

export function entriesOf({ to_do, after, before }: JobAccessibility): ReportEntries {
  const toDo = to_do.map(({ what, message, count, places }, index) => ({
    ...{ key: `to-do ${index}`, clause: null, what, text: message, count },
    hits: toHits(places, index),
  }));
  const failed = ofCheck(after, 'after', toDo.length);
  return { toDo, after: failed, before: ofCheck(before, 'before', toDo.length + failed.length) };
}

/** Each page once, in the order of the hits. */
export function pagesOf(hits: readonly Hit[]): readonly number[] {
  return [...new Set(hits.map(({ page }) => page))];
}
