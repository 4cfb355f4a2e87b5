/** Shares the slots of one worker between accounts: no account holds all of them while another waits. */

/** An attempt that holds a slot. The account is unknown for tasks of earlier versions until the job is claimed. */
export type SlotHolder = { readonly accountId: string | null };

/** Slots that one account may use while others wait; a single slot is not reserved. */
const shareOf = (slots: number) => Math.max(1, slots - 1);

function countByAccount(holders: readonly SlotHolder[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { accountId } of holders) {
    if (accountId !== null) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
  }
  return counts;
}

/** Accounts that have used their share: tasks of other accounts go first. */
export function accountsAtShare(slots: number, holders: readonly SlotHolder[]): readonly string[] {
  const share = shareOf(slots);
  return [...countByAccount(holders)].filter(([, held]) => held >= share).map(([accountId]) => accountId);
}

/** How many tasks to fetch, so that no account exceeds its share even if all are its own. */
export function fetchSize(slots: number, holders: readonly SlotHolder[], free: number): number {
  const heldMax = Math.max(0, ...countByAccount(holders).values());
  const left = shareOf(slots) - heldMax;
  return left > 0 ? Math.min(free, left) : free;
}

/** The account that holds every slot, if there is one. */
export function accountHoldingAllSlots(slots: number, holders: readonly SlotHolder[]): string | null {
  const [first] = holders;
  if (slots < 2 || holders.length < slots || !first) return null;
  return holders.every(({ accountId }) => accountId === first.accountId) ? first.accountId : null;
}
