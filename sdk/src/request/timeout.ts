/** A signal that follows the caller's and also fires after so much time, or after so much silence. */

export type RequestTimeout = {
  readonly signal: AbortSignal;
  /** Something moved: the time begins anew, from here on with this limit. */
  reset(limitMs: number): void;
  /** The time stands still until something moves again. */
  pause(): void;
  /** Ends the watch; the signal fires no more. */
  stop(): void;
  /** True when time, and not the caller, ended the request. */
  readonly isTimedOut: boolean;
};

export function startTimeout(limitMs: number, callers: AbortSignal | undefined): RequestTimeout {
  const controller = new AbortController();
  let isTimedOut = false;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    stop();
    controller.abort(callers?.reason);
  };
  function stop() {
    isOver = true;
    clearTimeout(timer);
    callers?.removeEventListener('abort', follow);
  }
  function reset(nextLimitMs: number) {
    if (isOver) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      isTimedOut = true;
      stop();
      controller.abort(new DOMException('no answer in time', 'TimeoutError'));
    }, nextLimitMs);
  }
  if (callers?.aborted) follow();
  else {
    callers?.addEventListener('abort', follow, { once: true });
    reset(limitMs);
  }
  return {
    signal: controller.signal,
    reset,
    pause: () => clearTimeout(timer),
    stop,
    get isTimedOut() {
      return isTimedOut;
    },
  };
}
