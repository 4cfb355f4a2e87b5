/** Detects that the API is unreachable and polls its health endpoint until it responds. */
import { ConnectionError, type Octavo, ServiceUnavailableError } from '@octavo/sdk';

const pollMs = 3_000;

export function isUnreachableError(error: unknown): boolean {
  return error instanceof ConnectionError || error instanceof ServiceUnavailableError;
}

export class ServiceMonitor {
  readonly #client: Pick<Octavo, 'service'>;
  readonly #listeners = new Set<() => void>();
  readonly #pollMs: number;
  #isUnreachable = false;

  constructor(client: Pick<Octavo, 'service'>, intervalMs = pollMs) {
    this.#client = client;
    this.#pollMs = intervalMs;
  }

  get isUnreachable(): boolean {
    return this.#isUnreachable;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reports any error; errors that are responses of the API are ignored. */
  reportError(error: unknown): void {
    if (isUnreachableError(error)) this.reportNoResponse();
  }

  /** Reports a request without response. */
  reportNoResponse(): void {
    if (this.#isUnreachable) return;
    this.#set(true);
    void this.#pollUntilBack();
  }

  async #pollUntilBack(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, this.#pollMs));
      const isBack = await this.#client.service.health({ maxRetries: 0, timeoutMs: 5_000 }).then(
        () => true,
        (error: unknown) => !isUnreachableError(error),
      );
      if (isBack) break;
    }
    this.#set(false);
  }

  #set(isUnreachable: boolean): void {
    this.#isUnreachable = isUnreachable;
    for (const listener of this.#listeners) listener();
  }
}
