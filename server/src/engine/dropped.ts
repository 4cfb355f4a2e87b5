/**
 * Reads the host's report of dropped content. The host may be compromised, so each entry is checked and the list is
 * bounded.
 */
import { type DroppedContent, type DroppedItem, droppedItemsMax, droppedKinds } from '../domain/dropped.ts';
import { contentFilters } from '../domain/options.ts';
import type { HostReply } from './host-message.ts';

/** Larger than any page; a box far outside of one may exceed it. */
const edgeMax = 1e9;

export function readDropped(reply: HostReply, pageCount: number): DroppedContent {
  const listed: unknown = reply.dropped;
  const items = (Array.isArray(listed) ? listed.slice(0, droppedItemsMax) : []).flatMap((entry) => {
    const item = readItem(entry, pageCount);
    return item ? [item] : [];
  });
  const { dropped_count: count } = reply;
  const isCount = Number.isSafeInteger(count) && Number(count) >= items.length;
  return { count: isCount ? Number(count) : items.length, items };
}

function readItem(entry: unknown, pageCount: number): DroppedItem | null {
  if (typeof entry !== 'object' || entry === null) {
    return null;
  }
  const { page, box, reason, kind } = entry as Readonly<Record<string, unknown>>;
  const known = {
    reason: contentFilters.find((name) => name === reason),
    kind: droppedKinds.find((name) => name === kind),
  };
  const isPage = Number.isInteger(page) && Number(page) >= 1 && Number(page) <= pageCount;
  if (!isPage || !known.reason || !known.kind || !isBox(box)) {
    return null;
  }
  const [left, bottom, right, top] = box;
  return { page: Number(page), box: [left, bottom, right, top], reason: known.reason, kind: known.kind };
}

function isBox(value: unknown): value is [number, number, number, number] {
  return (
    Array.isArray(value) &&
    value.length === 4 &&
    value.every((edge) => typeof edge === 'number' && Math.abs(edge) <= edgeMax)
  );
}
