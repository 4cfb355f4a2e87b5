/** Looks for work when asked: one look at a time, and one more when it was asked meanwhile. */

export type OnDemand = {
  ask(): void;
  /** Resolves when the look that is under way, if any, has ended. */
  settled(): Promise<void>;
  /** No look begins after this. */
  stop(): void;
};

export type OnDemandSettings = {
  /** Resolves to whether there may be more. */
  readonly look: () => Promise<boolean>;
  readonly hasRoom: () => boolean;
  readonly onError: (error: unknown) => void;
};

export function onDemand({ look, hasRoom, onError }: OnDemandSettings): OnDemand {
  let isAsked = false;
  let isStopped = false;
  let current: Promise<void> | null = null;

  async function lookWhileAsked(): Promise<void> {
    while (isAsked && !isStopped && hasRoom()) {
      isAsked = false;
      if (await look()) isAsked = true;
    }
  }

  function ask(): void {
    isAsked = true;
    if (isStopped) return;
    current ??= lookWhileAsked()
      .catch(onError)
      .finally(() => {
        current = null;
        if (isAsked && hasRoom()) ask();
      });
  }

  return {
    ask,
    settled: async () => {
      await current;
    },
    stop: () => {
      isStopped = true;
    },
  };
}
