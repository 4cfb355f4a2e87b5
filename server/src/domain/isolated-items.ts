/** Processes the items of a periodic step one by one: a failing item is reported and skipped for a while. */

export type ItemFailed = (id: string, error: unknown) => void;

export type IsolatedItems = {
  /** Ids of items that failed recently, to be left out of the next query. */
  except(): readonly string[];
  /** Resolves to how many succeeded. `work` resolves to false for an item that needed nothing. */
  each<Item extends { readonly id: string }>(
    items: readonly Item[],
    work: (item: Item) => Promise<boolean>,
    signal?: AbortSignal,
  ): Promise<number>;
};

const firstDelayMs = 5_000;
const delayMsMax = 30_000;
const rememberedMax = 1_000;
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
    except: () =>
      [...failures].filter(([, { retryAtMs }]) => retryAtMs > performance.now()).map(([id]) => id),

    each: async (items, work, signal) => {
      let succeeded = 0;
      let failedInARow = 0;
      for (const item of items) {
        if (signal?.aborted || failedInARow === failuresInARowMax) break;
        try {
          if (await work(item)) succeeded += 1;
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
