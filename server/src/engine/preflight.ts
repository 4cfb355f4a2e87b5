/** The admission check, with the engine's own parser in a small process. */
import type { PreflightOutcome, PreflightRequest } from '../ports/engine.ts';
import { environmentFailure, failure } from '../processes/failure.ts';
import { classifyDeath, classifyError } from './failure.ts';
import type { HostReply } from './host-message.ts';
import { preflightRequest } from './host-request.ts';
import type { ProcessPool } from './process-pool.ts';
import { refusalOutcome } from './refusal-outcome.ts';
import { type Answer, sendWithRepair } from './repair.ts';
import type { EngineSettings } from './settings.ts';
import type { Slot } from './slot.ts';
import { placeInput } from './slot-directory.ts';
import { tempWasFull } from './validator.ts';

export async function preflight(
  settings: EngineSettings,
  pool: ProcessPool,
  request: PreflightRequest,
): Promise<PreflightOutcome> {
  const { account, signal } = request;
  const work = async (slot: Slot): Promise<PreflightOutcome> => {
    try {
      return toOutcome(
        settings,
        await requestPreflight(settings, slot, request),
        request.password !== undefined,
      );
    } catch (error) {
      return { status: 'failed', failure: environmentFailure(error) };
    }
  };
  const ran = await pool.run(work, { account, signal, waitMs: settings.preflightWaitMs });
  return ran.kind === 'ran' ? ran.value : refusalOutcome(ran.why);
}

async function requestPreflight(
  settings: EngineSettings,
  slot: Slot,
  request: PreflightRequest,
): Promise<Answer> {
  const { password, signal } = request;
  await placeInput(settings, slot.directory, request.path);
  const send = () =>
    slot.send(preflightRequest(slot.view, settings.pagesMax, password), {
      timeoutMs: settings.preflightTimeoutMs,
      outDir: slot.directory.out,
      signal,
    });
  return sendWithRepair(settings, slot, send, () => ({ password, signal }));
}

/**
 * A document that kills the checking process would also kill the conversion: it is refused, unless we cancelled it or
 * the machine was too busy for the check.
 */
function toOutcome(
  settings: EngineSettings,
  { result, repaired }: Answer,
  withPassword: boolean,
): PreflightOutcome {
  if (result.kind !== 'reply') {
    if (result.kind === 'killed' && result.why === 'starved') {
      return { status: 'failed', failure: failure('environment', 'the check got too little CPU time') };
    }
    const fault = classifyDeath(result);
    const ofTheFile = fault.class === 'timeout' || fault.class === 'out_of_memory';
    return ofTheFile ? unreadable() : { status: 'failed', failure: fault };
  }
  const { reply } = result;
  if (tempWasFull(reply, settings.preflight)) {
    return { status: 'failed', failure: failure('disk', 'temp is full') };
  }
  if (!reply.ok) {
    const fault = reply.error ? classifyError(reply.error) : failure('crash', 'host gave no reason');
    return fault.class === 'disk' || fault.class === 'environment'
      ? { status: 'failed', failure: fault }
      : unreadable();
  }
  return reply.locked ? locked(withPassword) : countedPages(settings, reply, repaired);
}

function countedPages(settings: EngineSettings, reply: HostReply, repaired: boolean): PreflightOutcome {
  const pages = reply.pages;
  if (pages === undefined || !Number.isInteger(pages) || pages < 1) {
    return { status: 'refused', reason: 'no_pages', message: 'The document has no pages.' };
  }
  if (pages > settings.pagesMax) {
    const limit = settings.pagesMax.toLocaleString('en');
    const message = `The document has more than ${limit} pages, which is the limit; split it and submit the parts.`;
    return { status: 'refused', reason: 'too_many_pages', message };
  }
  return {
    status: 'accepted',
    pageCount: pages,
    encrypted: reply.encrypted === true,
    tagged: reply.tagged === true,
    repaired,
  };
}

function locked(withPassword: boolean): PreflightOutcome {
  return withPassword
    ? {
        status: 'refused',
        reason: 'password_incorrect',
        message: 'The password does not open this document.',
      }
    : {
        status: 'refused',
        reason: 'password_required',
        message: 'The document is encrypted; submit it with the option password.',
      };
}

function unreadable(): PreflightOutcome {
  const message =
    'The file is not a PDF, or too damaged to be repaired; open it in a viewer, save it again, and submit the new file.';
  return { status: 'refused', reason: 'unreadable', message };
}
