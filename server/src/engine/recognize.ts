/** Recognizes the text of pages in a slot of its own. Pages that fail are named; they never fail the document. */
import type { RecognizeOutcome, RecognizeRequest } from '../ports/engine.ts';
import { environmentFailure, failure } from '../processes/failure.ts';
import { collectRecognized, isFailure } from './collect.ts';
import { classifyDeath, classifyError, refusalFailure } from './failure.ts';
import type { HostReply } from './host-message.ts';
import { recognizeRequest } from './host-request.ts';
import type { ProcessPool } from './process-pool.ts';
import { sendWithRepair } from './repair.ts';
import type { EngineSettings } from './settings.ts';
import type { Slot } from './slot.ts';
import { placeInput } from './slot-directory.ts';
import { tempWasFull } from './validator.ts';

/** For opening and writing the document, in addition to the time of its pages. */
const documentMs = 60_000;
/** The limit of a page is CPU time, so that the result does not depend on the load; this much elapsed time ends it too. */
const elapsedPerCpu = 5;

export async function recognize(
  settings: EngineSettings,
  pool: ProcessPool,
  request: RecognizeRequest,
): Promise<RecognizeOutcome> {
  if (settings.recognizeSlots === 0) return { status: 'unavailable' };
  const work = async (slot: Slot) => {
    const startedAtMs = performance.now();
    const outcome = await recognizeIn(settings, slot, request).catch(
      (error: unknown): RecognizeOutcome => ({ status: 'failed', failure: environmentFailure(error) }),
    );
    const read = outcome.status === 'recognized' ? outcome.pages.length : 0;
    const seconds = (performance.now() - startedAtMs) / 1_000;
    settings.metrics.recognized(read, request.pages.length - read, seconds);
    return outcome;
  };
  const ran = await pool.run(work, { signal: request.signal });
  return ran.kind === 'ran' ? ran.value : { status: 'failed', failure: refusalFailure(ran.why) };
}

async function recognizeIn(
  settings: EngineSettings,
  slot: Slot,
  request: RecognizeRequest,
): Promise<RecognizeOutcome> {
  const { password, signal } = request;
  await placeInput(settings, slot.directory, request.sourcePath);
  const pageMs = settings.recognizePageMs * elapsedPerCpu;
  const memoryBytes = settings.recognizeMemoryBytesMax;
  const limits = { cpuMs: settings.recognizePageMs, pageMs, memoryBytes };
  const send = () =>
    slot.send(recognizeRequest(slot.view, request, limits), {
      timeoutMs: documentMs + request.pages.length * pageMs,
      outDir: slot.directory.out,
      signal,
      onProgress: ({ stage, page, of }) => {
        if (stage === 'recognize') request.onProgress?.({ stage, done: page, total: of });
      },
    });
  const { result } = await sendWithRepair(settings, slot, send, () => ({ password, signal }));
  if (result.kind !== 'reply') return { status: 'failed', failure: classifyDeath(result) };
  const { reply } = result;
  if (tempWasFull(reply, slot.limits)) return { status: 'failed', failure: failure('disk', 'temp is full') };
  if (!reply.ok) {
    const fault = reply.error ? classifyError(reply.error) : failure('crash', 'host gave no reason');
    return { status: 'failed', failure: fault };
  }
  const collected = await collectRecognized(slot.directory.out, request);
  return isFailure(collected) ? { status: 'failed', failure: collected } : toOutcome(request, reply);
}

/** A page that is not answered for has failed. */
function toOutcome(
  { pages }: RecognizeRequest,
  { recognized = [], not_reproducible }: HostReply,
): RecognizeOutcome {
  const asked = new Set(pages.map(({ page }) => page));
  const read = recognized.filter(({ page }) => asked.has(page));
  const done = new Set(read.map(({ page }) => page));
  return {
    status: 'recognized',
    pages: read,
    failedPages: [...asked].filter((page) => !done.has(page)),
    isReproducible: !not_reproducible,
  };
}
