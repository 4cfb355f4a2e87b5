/** The deeper look into an accepted document, bounded in time: what was found until then is the answer. */
import type { DocumentFindings, InspectOutcome, InspectRequest } from '../ports/engine.ts';
import { classifyDeath, failure, surroundingFailure } from './failure.ts';
import type { Ending } from './process.ts';
import type { EngineSettings } from './settings.ts';
import { placeInput } from './slot-directory.ts';
import type { Supervisor } from './supervisor.ts';
import { tempWasFull } from './validator.ts';
import { type HostReply, inspectRequest } from './wire.ts';

/** The host ends by itself; whoever is silent for this much longer is killed. */
const graceMs = 2_000;

export async function inspect(
  settings: EngineSettings,
  supervisor: Supervisor,
  request: InspectRequest,
): Promise<InspectOutcome> {
  if (supervisor.slots.length === 0) {
    return { status: 'failed', failure: failure('environment', 'this process has no slots') };
  }
  const slot = await supervisor.acquire(waitSignal(settings, request.signal));
  if (!slot) {
    return request.signal?.aborted
      ? { status: 'failed', failure: failure('cancelled', 'given up before a slot was free') }
      : { status: 'busy' };
  }
  let ending: Ending | null = null;
  try {
    await placeInput(settings, slot.directory, request.path);
    const timeMs = settings.inspectTimeoutMs;
    ending = await slot.ask(inspectRequest(slot.view, request.range, timeMs, request.password), {
      timeoutMs: timeMs + graceMs,
      outDir: slot.directory.out,
      signal: request.signal,
    });
    return judge(settings, ending);
  } catch (error) {
    return { status: 'failed', failure: surroundingFailure(error) };
  } finally {
    await supervisor.release(slot, ending);
  }
}

function waitSignal(settings: EngineSettings, signal: AbortSignal | undefined): AbortSignal {
  const tooLong = AbortSignal.timeout(settings.inspectWaitMs);
  return signal ? AbortSignal.any([signal, tooLong]) : tooLong;
}

/** A document that breaks the inspection may still convert: nothing is known of it, which is no failure of the request. */
function judge(settings: EngineSettings, ending: Ending): InspectOutcome {
  if (ending.kind === 'reply') {
    // Fonts that did not fit would be taken for unreadable ones.
    const reply = tempWasFull(ending.reply, settings.preflight) ? null : ending.reply;
    return { status: 'inspected', findings: findingsOf(reply) };
  }
  const fault = classifyDeath(ending);
  return fault.class === 'cancelled'
    ? { status: 'failed', failure: fault }
    : { status: 'inspected', findings: findingsOf(null) };
}

function findingsOf(reply: HostReply | null): DocumentFindings {
  return {
    pagesInspected: reply?.pages_inspected ?? 0,
    scannedPages: reply?.scanned_pages ?? [],
    textLayerPages: reply?.text_layer_pages ?? [],
    pagesWithoutText: reply?.textless_pages ?? [],
    garbledPages: reply?.unmapped_pages ?? [],
    unmappedFonts: reply?.unmapped_fonts ?? 0,
    unmappedLetters: reply?.unmapped_letters ?? 0,
  };
}
