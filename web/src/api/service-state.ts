/** Whether the service answers: the first request that gets no answer starts the asking, the first answer ends it. */
import { ConnectionError, type Octavo, ServiceUnavailableError } from '@octavo/sdk';

const askAgainMs = 3_000;

export function isAwayError(error: unknown): boolean {
  return error instanceof ConnectionError || error instanceof ServiceUnavailableError;
}

export class ServiceState {
  readonly #client: Pick<Octavo, 'service'>;
  readonly #listeners = new Set<() => void>();
  readonly #askAgainMs: number;
  #isAway = false;

  constructor(client: Pick<Octavo, 'service'>, againMs = askAgainMs) {
    this.#client = client;
    this.#askAgainMs = againMs;
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Tells of an error; those that are answers are none of its business. */
  notice(error: unknown): void {
    if (isAwayError(error)) this.noticeSilence();
  }

  /** Tells of something that nobody answered. */
  noticeSilence(): void {
    if (this.#isAway) return;
    this.#set(true);
    void this.#askUntilBack();
  }

  async #askUntilBack(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, this.#askAgainMs));
      const isBack = await this.#client.service.health({ maxRetries: 0, timeoutMs: 5_000 }).then(
        () => true,
        (error: unknown) => !isAwayError(error),
      );
      if (isBack) break;
    }
    this.#set(false);
  }

  #set(isAway: boolean): void {
    this.#isAway = isAway;
    for (const listener of this.#listeners) listener();
  }
}
