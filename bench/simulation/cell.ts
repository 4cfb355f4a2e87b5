/** One cell: its own line, its own slots, its own database, and an autoscaler that looks at how old the line is. */
import type { Autoscaler, Job } from './model.ts';
import { newWaitingLine, type WaitingLine } from './waiting-line.ts';

export type Cell = {
  readonly number: number;
  readonly line: WaitingLine;
  /** Ready to work, and on their way. */
  slots: number;
  starting: number;
  readonly running: Set<Job>;
  /** When the database can take the next task, and whether somebody waits for that moment. */
  databaseFreeAt: number;
  isTurnExpected: boolean;
  slotSeconds: number;
  slotsPeak: number;
  countedAt: number;
};

export function newCell(number: number, slots: number): Cell {
  return {
    number,
    line: newWaitingLine(),
    slots,
    starting: 0,
    running: new Set(),
    databaseFreeAt: 0,
    isTurnExpected: false,
    slotSeconds: 0,
    slotsPeak: slots,
    countedAt: 0,
  };
}

/** What the slots cost, busy or not; called before their number changes and at the end. */
export function countSlots(cell: Cell, now: number): void {
  cell.slotSeconds += (cell.slots + cell.starting) * (now - cell.countedAt);
  cell.countedAt = now;
  cell.slotsPeak = Math.max(cell.slotsPeak, cell.slots + cell.starting);
}

/** Above this share of busy slots there are too few. */
const busyEnough = 0.85;

/** How many slots to add or to give back. */
export function decide(cell: Cell, now: number, scaler: Autoscaler): number {
  const all = cell.slots + cell.starting;
  const age = cell.line.age(now);
  const busy = cell.running.size / Math.max(1, cell.slots);
  // An old line beside idle slots is the database's doing: more slots would only wait with it.
  if (age > scaler.ageTargetSeconds && busy > busyEnough) {
    // The older the line, the more at once, but never more than twice what there is.
    const wanted = Math.ceil(cell.slots * Math.min(2, 1 + age / scaler.ageTargetSeconds / 4));
    return Math.max(0, Math.min(wanted, scaler.slotsMax) - all);
  }
  if (busy > busyEnough) {
    const ahead = Math.ceil(all * 1.1);
    return cell.starting > 0 ? 0 : Math.max(0, Math.min(ahead, scaler.slotsMax) - all);
  }
  if (busy >= scaler.busyMin || cell.starting > 0) return 0;
  const idle = cell.slots - cell.running.size;
  return -Math.min(Math.floor(cell.slots * 0.1), idle, all - scaler.slotsMin);
}
