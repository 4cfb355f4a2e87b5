/** Inspects an accepted document within a time limit; partial findings are a valid result. */
import type { PageRange } from '../domain/page-range.ts';
import type { DocumentFindings, InspectOutcome, InspectRequest } from '../ports/engine.ts';
import { environmentFailure } from '../processes/failure.ts';
import { classifyDeath } from './failure.ts';
import type { HostReply } from './host-message.ts';
import { inspectRequest } from './host-request.ts';
import type { HostResult } from './process.ts';
import type { ProcessPool } from './process-pool.ts';
import { refusalOutcome } from './refusal-outcome.ts';
import { sendWithRepair } from './repair.ts';
import type { EngineSettings } from './settings.ts';
import type { Slot } from './slot.ts';
import { placeInput } from './slot-directory.ts';
import { tempWasFull } from './validator.ts';

/** The host stops by itself at the time limit; it is killed after this much more. */
const graceMs = 2_000;

export async function inspect(
  settings: EngineSettings,
  pool: ProcessPool,
  request: InspectRequest,
): Promise<InspectOutcome> {
  const { account, signal } = request;
  const work = async (slot: Slot): Promise<InspectOutcome> => {
    try {
      return toOutcome(settings, await requestInspection(settings, slot, request), request.range);
    } catch (error) {
      return { status: 'failed', failure: environmentFailure(error) };
    }
  };
  const ran = await pool.run(work, { account, signal, waitMs: settings.inspectWaitMs });
  return ran.kind === 'ran' ? ran.value : refusalOutcome(ran.why);
}

async function requestInspection(
  settings: EngineSettings,
  slot: Slot,
  request: InspectRequest,
): Promise<HostResult> {
  await placeInput(settings, slot.directory, request.path);
  const { password, signal, range } = request;
  const timeMs = settings.inspectTimeoutMs;
  const send = () =>
    slot.send(inspectRequest(slot.view, range, timeMs, password), {
      timeoutMs: timeMs + graceMs,
      outDir: slot.directory.out,
      signal,
    });
  return (await sendWithRepair(settings, slot, send, () => ({ password, signal }))).result;
}

/** A document that breaks the inspection may still convert, so this is not a failure: the findings are empty. */
function toOutcome(settings: EngineSettings, result: HostResult, range: PageRange): InspectOutcome {
  if (result.kind === 'reply') {
    const { reply } = result;
    // Fonts that did not fit into temp would count as unreadable.
    const isUsable = !tempWasFull(reply, settings.preflight) && !namesOtherPages(reply, range);
    return { status: 'inspected', findings: findingsOf(isUsable ? reply : null) };
  }
  const fault = classifyDeath(result);
  return fault.class === 'cancelled'
    ? { status: 'failed', failure: fault }
    : { status: 'inspected', findings: findingsOf(null) };
}

/** A reply about pages that were not requested comes from a compromised process. */
function namesOtherPages(reply: HostReply, range: PageRange): boolean {
  const last = range.reduce((most, { to }) => Math.max(most, to), 0);
  const lists = [reply.scanned_pages, reply.text_layer_pages, reply.textless_pages, reply.unmapped_pages];
  return lists.some((pages) => pages?.some((page) => page > last)) || (reply.pages_inspected ?? 0) > last;
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
