/** Polls when triggered: one poll at a time, and another if it was triggered meanwhile. */

export type OnDemandPoller = {
  /** There may be something. */
  trigger(): void;
  /** There is capacity again: polls if there may be more than was found before. */
  resume(): void;
  /** Resolves when a running poll has ended. */
  settled(): Promise<void>;
  /** No poll starts after this. */
  stop(): void;
};

export type OnDemandSettings = {
  /** Resolves to whether there may be more. */
  readonly poll: () => Promise<boolean>;
  readonly hasCapacity: () => boolean;
  readonly onError: (error: unknown) => void;
};

export function pollOnDemand({ poll, hasCapacity, onError }: OnDemandSettings): OnDemandPoller {
  let isTriggered = false;
  let isStopped = false;
  let current: Promise<void> | null = null;

  async function pollWhileTriggered(): Promise<void> {
    while (isTriggered && !isStopped && hasCapacity()) {
      isTriggered = false;
      if (await poll()) isTriggered = true;
    }
  }

  function trigger(): void {
    isTriggered = true;
    if (isStopped) return;
    current ??= pollWhileTriggered()
      .catch(onError)
      .finally(() => {
        current = null;
        if (isTriggered && hasCapacity()) trigger();
      });
  }

  return {
    trigger,
    resume: () => {
      if (isTriggered) trigger();
    },
    settled: async () => {
      await current;
    },
    stop: () => {
      isStopped = true;
    },
  };
}
