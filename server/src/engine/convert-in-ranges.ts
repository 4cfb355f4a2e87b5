/**
 * Converts ranges of pages of one document in several slots and joins what was found. The ranges do not depend on the
 * number of slots, so neither do the outputs. See docs/decisions/0062-page-ranges.md.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { formatPageRange, rangeOf } from '../domain/page-range.ts';
import { isOfDocument } from '../domain/retry-budget.ts';
import type { ConvertOutcome, ConvertRequest, LaidOut } from '../ports/engine.ts';
import { environmentFailure, failure } from '../processes/failure.ts';
import { convertOnce } from './convert-once.ts';
import { type ConvertedRange, joinRanges } from './join-ranges.ts';
import type { ProcessPool } from './process-pool.ts';
import { RangeProgress } from './range-progress.ts';
import type { EngineSettings } from './settings.ts';
import { dividedByChance, simplifiedPage } from './warnings.ts';

/** About three bad pages among a hundred. A document that fails more often is given up. */
const failuresMax = 24;

type Failed = Extract<ConvertOutcome, { status: 'failed' }>;

/** What each attempt may use of the time that is left: enough is left to divide the document down to a page. */
const salvageShare = 1 / 3;

export async function convertInRanges(
  settings: EngineSettings,
  pool: ProcessPool,
  request: ConvertRequest,
  ranges: readonly (readonly number[])[],
): Promise<ConvertOutcome> {
  const startedAtMs = performance.now();
  const directory = join(request.outDir, 'ranges');
  await mkdir(directory);
  const conversion = new RangeConversion(settings, pool, request, ranges, directory);
  try {
    const ended = await conversion.run();
    const durationMs = performance.now() - startedAtMs;
    if (!Array.isArray(ended)) return { ...ended, spent: { ...ended.spent, durationMs } };
    const joined = await joinRanges(ended, request.outDir);
    return { ...joined, spent: { ...joined.spent, durationMs } };
  } catch (error) {
    const spent = { durationMs: performance.now() - startedAtMs, memoryPeakBytes: null };
    return { status: 'failed', failure: environmentFailure(error), spent };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

class RangeConversion {
  readonly #settings: EngineSettings;
  readonly #pool: ProcessPool;
  readonly #request: ConvertRequest;
  readonly #ranges: readonly (readonly number[])[];
  readonly #directory: string;
  readonly #deadlineMs: number;
  readonly #progress: RangeProgress;
  /** Ends the other ranges when one has failed. */
  readonly #ending = new AbortController();
  readonly #signal: AbortSignal;
  #failed: Failed | null = null;
  #attempts = 0;
  #failures = 0;

  constructor(
    settings: EngineSettings,
    pool: ProcessPool,
    request: ConvertRequest,
    ranges: readonly (readonly number[])[],
    directory: string,
  ) {
    this.#settings = settings;
    this.#pool = pool;
    this.#request = request;
    this.#ranges = ranges;
    this.#directory = directory;
    this.#deadlineMs = performance.now() + request.timeoutMs;
    this.#progress = new RangeProgress(ranges.flat().length, request.onProgress);
    const { signal } = this.#ending;
    this.#signal = request.signal ? AbortSignal.any([request.signal, signal]) : signal;
  }

  /** The converted ranges in the order of their pages, or the first failure. */
  async run(): Promise<ConvertedRange[] | Failed> {
    const ranges = this.#ranges;
    const converted: ConvertedRange[][] = [];
    let next = 0;
    const work = async () => {
      let layingOut = Promise.resolve();
      while (next < ranges.length && !this.#failed) {
        const index = next;
        next += 1;
        const ended = await this.#convert(ranges[index] ?? []);
        // Ranges that wait for a writer would make the documents of other accounts wait behind them.
        await layingOut;
        if (Array.isArray(ended)) {
          converted[index] = ended;
          layingOut = this.#layOut(ended);
        } else {
          this.#fail(ended);
        }
      }
      await layingOut;
    };
    await Promise.all(Array.from({ length: Math.min(this.#settings.slots, ranges.length) }, work));
    return this.#failed ?? converted.flat();
  }

  /** The first failure counts. */
  #fail(failed: Failed): void {
    this.#failed ??= failed;
    this.#ending.abort();
  }

  /** Puts the new extractions in place of the old ones. Never rejects: nobody awaits it while the next range is converted. */
  async #layOut(ranges: ConvertedRange[]): Promise<void> {
    const { layOut } = this.#request;
    if (!layOut) return;
    for (const [at, range] of ranges.entries()) {
      const { extraction, spent } = range;
      const laidOut = await layOutFile(extraction.path, (path) => layOut(path, this.#signal));
      if (laidOut.status === 'failed') {
        this.#fail({ ...laidOut, spent });
        return;
      }
      const { path, bytes } = laidOut;
      ranges[at] = { ...range, extraction: { ...extraction, path, bytes, isLaidOut: true } };
    }
  }

  async #convert(pages: readonly number[]): Promise<ConvertedRange[] | Failed> {
    const outcome = await this.#attempt(pages, false);
    if (outcome.status === 'converted') return [outcome];
    if (!this.#request.salvage || !isOfDocument(outcome.failure)) return outcome;
    this.#failures += 1;
    if (this.#failures > failuresMax) return outcome;
    const salvaged = await (pages.length === 1 ? this.#simplify(pages) : this.#convertHalves(pages));
    // The failure of the whole range says more than that of its part, unless it was interrupted.
    const isSaidBefore = !Array.isArray(salvaged) && isOfDocument(salvaged.failure);
    return isSaidBefore ? outcome : salvaged;
  }

  async #convertHalves(pages: readonly number[]): Promise<ConvertedRange[] | Failed> {
    const middle = Math.ceil(pages.length / 2);
    const first = await this.#convert(pages.slice(0, middle));
    if (!Array.isArray(first)) return first;
    const second = await this.#convert(pages.slice(middle));
    return Array.isArray(second) ? markIrreproducible([...first, ...second]) : second;
  }

  async #simplify(pages: readonly number[]): Promise<ConvertedRange[] | Failed> {
    const outcome = await this.#attempt(pages, true);
    if (outcome.status === 'failed') return outcome;
    const warnings = pages.map(simplifiedPage);
    return [{ ...outcome, warnings: [...outcome.warnings, ...warnings] }];
  }

  async #attempt(pages: readonly number[], isSimple: boolean): Promise<ConvertOutcome> {
    const leftMs = this.#deadlineMs - performance.now();
    if (leftMs <= 0) return outOfTime;
    this.#attempts += 1;
    const name = `${this.#attempts}`;
    const outDir = join(this.#directory, name);
    await mkdir(outDir);
    const outcome = await convertOnce(this.#settings, this.#pool, {
      ...this.#request,
      ...{ outDir, isSimple, signal: this.#signal },
      options: { ...this.#request.options, pages: formatPageRange(rangeOf(pages)) },
      countsAttachments: pages[0] === this.#ranges[0]?.[0],
      timeoutMs: this.#request.salvage && !isSimple ? leftMs * salvageShare : leftMs,
      onProgress: ({ stage, done }) => this.#progress.report(name, stage, done),
    });
    this.#progress.end(name, outcome.status === 'converted' ? pages.length : 0);
    return outcome;
  }
}

/** Removes the file when the new one is there. */
async function layOutFile(path: string, layOut: (path: string) => Promise<LaidOut>): Promise<LaidOut> {
  try {
    const laidOut = await layOut(path);
    if (laidOut.status === 'laid_out') await rm(path);
    return laidOut;
  } catch (error) {
    return { status: 'failed', failure: environmentFailure(error) };
  }
}

/** No page of them fails by itself, so the failure may not happen again, and then they are converted together. */
function markIrreproducible(halves: ConvertedRange[]): ConvertedRange[] {
  const [first, ...others] = halves;
  const isFailing = halves.some(({ warnings }) => warnings.some(({ code }) => code === 'page_simplified'));
  if (!first || isFailing) return halves;
  return [{ ...first, warnings: [...first.warnings, dividedByChance] }, ...others];
}

const outOfTime: Failed = {
  status: 'failed',
  failure: failure('timeout', 'no time is left for the next range of pages'),
  spent: { durationMs: 0, memoryPeakBytes: null },
};
