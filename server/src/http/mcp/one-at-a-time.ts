/**
 * Runs the calls of one request one after the other. Clients of earlier generations may send many messages in one
 * body; each would otherwise read at the same time, past the limit of concurrent requests of an account.
 */
export function oneAtATime(): <Result>(call: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (call) => {
    const result = last.then(call);
    last = result.catch(() => {});
    return result;
  };
}

/** A batch that is longer is refused: it would hold its connection for many calls. */
export const batchMax = 20;
