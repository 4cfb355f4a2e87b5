/** An abort signal that follows the caller's signal and also fires after a time limit, which progress can extend. */

export type RequestTimeout = {
  readonly signal: AbortSignal;
  /** There was progress: starts the time limit again, with this value. */
  reset(limitMs: number): void;
  /** Stops the clock until the next `reset`. */
  pause(): void;
  /** Ends the timeout; the signal no longer fires. */
  stop(): void;
  /** True if the time limit, not the caller, ended the request. */
  readonly isTimedOut: boolean;
};

export function startTimeout(limitMs: number, callerSignal: AbortSignal | undefined): RequestTimeout {
  const controller = new AbortController();
  let isTimedOut = false;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    stop();
    controller.abort(callerSignal?.reason);
  };
  function stop() {
    isOver = true;
    clearTimeout(timer);
    callerSignal?.removeEventListener('abort', follow);
  }
  function reset(nextLimitMs: number) {
    if (isOver) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      isTimedOut = true;
      stop();
      controller.abort(new DOMException('no response in time', 'TimeoutError'));
    }, nextLimitMs);
  }
  if (callerSignal?.aborted) follow();
  else {
    callerSignal?.addEventListener('abort', follow, { once: true });
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
