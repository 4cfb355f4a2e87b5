/** When files that failed are tried again, and how long all files wait while the server cannot be reached. */
import { outageDelayMs } from './failure-policy.ts';
import { type FileSignature, type FoundFile, isSameSignature } from './folder-scan.ts';

type Due = { readonly signature: FileSignature; readonly atMs: number };

export class RetrySchedule {
  readonly #due = new Map<string, Due>();
  #outages = 0;
  #pausedUntilMs = 0;

  get pausedUntilMs(): number {
    return this.#pausedUntilMs;
  }

  /** A file that has changed since need not wait. */
  dueAtMs({ key, signature }: FoundFile): number {
    const due = this.#due.get(key);
    return due && isSameSignature(due.signature, signature) ? due.atMs : 0;
  }

  postpone({ key, signature }: FoundFile, atMs: number): void {
    this.#due.set(key, { signature, atMs });
  }

  succeeded({ key }: FoundFile): void {
    this.#due.delete(key);
    this.#outages = 0;
  }

  /** How long the next pause is; longer each time until something succeeds. */
  nextOutageMs(): number {
    this.#outages += 1;
    return outageDelayMs(this.#outages);
  }

  /** Pauses all files; returns for how long, or null if they are paused already. */
  pause(nowMs: number): number | null {
    if (nowMs < this.#pausedUntilMs) return null;
    const delayMs = this.nextOutageMs();
    this.#pausedUntilMs = nowMs + delayMs;
    return delayMs;
  }
}
