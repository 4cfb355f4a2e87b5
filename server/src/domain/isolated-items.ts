/** Processes the items of a periodic step one by one: a failing item is reported and skipped for a while. */

export type ItemFailed = (id: string, error: unknown) => void;

export type IsolatedItems = {
  /**
   * Ids of failed items, to be left out of the next query. A few of those whose delay is over are not among them: bad
   * items never fill a batch, however many there are.
   */
  except(): readonly string[];
  /**
   * Resolves to how many succeeded. `work` resolves to false for an item that needed nothing, and to `'later'` for one
   * that cannot be processed now, such as a locked row: it is skipped for a while without being reported.
   */
  each<Item extends { readonly id: string }>(
    items: readonly Item[],
    work: (item: Item) => Promise<boolean | 'later'>,
    signal?: AbortSignal,
  ): Promise<number>;
};

const firstDelayMs = 5_000;
const delayMsMax = 30_000;
const rememberedMax = 5_000;
/** Half of the smallest batch. */
const retriedPerRoundMax = 50;
/** This many in a row mean an outage, not bad items: the rest waits for the next round. */
const failuresInARowMax = 3;

type Failure = { readonly delayMs: number; readonly retryAtMs: number };

export function isolatedItems(onFailed: ItemFailed): IsolatedItems {
  const failures = new Map<string, Failure>();

  function remember(id: string): void {
    const delayMs = Math.min(delayMsMax, (failures.get(id)?.delayMs ?? firstDelayMs / 2) * 2);
    failures.delete(id);
    failures.set(id, { delayMs, retryAtMs: performance.now() + delayMs });
    const [oldest] = failures.keys();
    if (failures.size > rememberedMax && oldest !== undefined) failures.delete(oldest);
  }

  return {
    except: () => {
      const nowMs = performance.now();
      const due = [...failures]
        .filter(([, { retryAtMs }]) => retryAtMs <= nowMs)
        .toSorted(([, a], [, b]) => a.retryAtMs - b.retryAtMs)
        .slice(0, retriedPerRoundMax);
      const retried = new Set(due.map(([id]) => id));
      return [...failures.keys()].filter((id) => !retried.has(id));
    },

    each: async (items, work, signal) => {
      let succeeded = 0;
      let failedInARow = 0;
      // Those that failed before come last, so that they cannot end the round for the others.
      const [failedBefore = [], others = []] = [true, false].map((hasFailed) =>
        items.filter(({ id }) => failures.has(id) === hasFailed),
      );
      for (const item of [...others, ...failedBefore]) {
        if (signal?.aborted || failedInARow === failuresInARowMax) break;
        try {
          const result = await work(item);
          if (result === 'later') {
            remember(item.id);
            continue;
          }
          if (result) succeeded += 1;
          failures.delete(item.id);
          failedInARow = 0;
        } catch (error) {
          failedInARow += 1;
          remember(item.id);
          onFailed(item.id, error);
        }
      }
      return succeeded;
    },
  };
}
