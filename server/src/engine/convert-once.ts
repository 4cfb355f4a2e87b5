/** Runs one conversion in one slot and evaluates its result: of a whole document, or of a range of its pages. */
import { countPages, formatPageRange, pagesWithin } from '../domain/page-range.ts';
import type { ConvertOutcome, ConvertRequest, EngineFailure } from '../ports/engine.ts';
import { environmentFailure, failure } from '../processes/failure.ts';
import { readDropped } from './dropped.ts';
import { classifyDeath, classifyError, refusalFailure } from './failure.ts';
import type { HostReply } from './host-message.ts';
import { convertRequest } from './host-request.ts';
import type { HostResult } from './process.ts';
import type { ProcessPool } from './process-pool.ts';
import { sendWithRepair } from './repair.ts';
import type { EngineSettings, ProcessLimits } from './settings.ts';
import type { Slot } from './slot.ts';
import { placeInput } from './slot-directory.ts';
import { tempWasFull, validate } from './validator.ts';
import { collectWarnings } from './warnings.ts';

type Verdict =
  | Omit<Extract<ConvertOutcome, { status: 'converted' }>, 'spent'>
  | Omit<Extract<ConvertOutcome, { status: 'failed' }>, 'spent'>;

/** `isSimple`: only lines of text, by a simpler method. Attachments of the document are counted with one of its ranges. */
export type OnceRequest = ConvertRequest & {
  readonly isSimple?: boolean;
  readonly countsAttachments?: boolean;
};

export async function convertOnce(
  settings: EngineSettings,
  pool: ProcessPool,
  request: OnceRequest,
): Promise<ConvertOutcome> {
  const started = performance.now();
  let memoryPeakBytes: number | null = null;
  const end = (verdict: Verdict): ConvertOutcome => ({
    ...verdict,
    spent: { durationMs: performance.now() - started, memoryPeakBytes },
  });
  const chosen = choosePages(request);
  if ('class' in chosen) {
    return end(failed(chosen));
  }
  const work = async (slot: Slot) => {
    const verdict = await workIn(settings, slot, request, chosen).catch((error: unknown) =>
      // A cancelled start is not a failure of the machine.
      failed(
        request.signal?.aborted
          ? failure('cancelled', 'given up before it began')
          : environmentFailure(error),
      ),
    );
    memoryPeakBytes = (await slot.cgroup?.peakBytes()) ?? null;
    return verdict;
  };
  const ran = await pool.run(work, { signal: request.signal });
  return end(ran.kind === 'ran' ? ran.value : failed(refusalFailure(ran.why)));
}

type Chosen = { readonly count: number; readonly pages: string | null };

/** The engine expands ranges in memory, so it only gets ranges that were checked against the document. */
function choosePages(request: ConvertRequest): Chosen | EngineFailure {
  if (request.options.pages === null) {
    return { count: request.pageCount, pages: null };
  }
  const result = pagesWithin(request.options.pages, request.pageCount);
  if (!result.ok) {
    return failure('invalid', `pages: ${result.msg}`, {
      message: `The requested pages are not in the document: ${result.msg}.`,
    });
  }
  return { count: countPages(result.range), pages: formatPageRange(result.range) };
}

async function workIn(
  settings: EngineSettings,
  slot: Slot,
  request: OnceRequest,
  chosen: Chosen,
): Promise<Verdict> {
  await slot.cgroup?.resetPeak();
  await placeInput(settings, slot.directory, request.sourcePath);
  const deadline = performance.now() + request.timeoutMs;
  const { password, signal } = request;
  const left = () => deadline - performance.now();
  const { result, repaired } = await sendWithRepair(
    settings,
    slot,
    () => requestConversion(settings, slot, { ...request, timeoutMs: Math.max(left(), 1) }, chosen),
    () => ({ password, signal, timeoutMs: left() }),
  );
  if (result.kind !== 'reply') {
    return failed(classifyDeath(result));
  }
  const { reply } = result;
  if (!reply.ok) {
    return failed(classifyReplyError(reply, slot.limits));
  }
  return toVerdict(slot, request, chosen, reply, repaired);
}

/**
 * Rendering a page can need more memory than everything else; then the document is converted without the hidden-text
 * check.
 */
async function requestConversion(
  settings: EngineSettings,
  slot: Slot,
  request: OnceRequest,
  chosen: Chosen,
): Promise<HostResult> {
  const started = performance.now();
  const { password, isSimple = false, countsAttachments = true } = request;
  const options = { ...request.options, pages: chosen.pages };
  let drawing = false;
  const send = (hiddenTextMs: number, timeoutMs: number) => {
    const parameters = { options, password, isSimple, countsAttachments, hiddenTextMs };
    return slot.send(convertRequest(slot.view, { ...parameters, pagesWanted: chosen.count }), {
      timeoutMs,
      outDir: slot.directory.out,
      signal: request.signal,
      onProgress: ({ stage, page, of }) => {
        drawing = stage === 'draw';
        if (stage === 'write') {
          // The host does not know about the formats that are written after it.
          request.onProgress?.({ stage, done: Math.min(page, of), total: request.options.format.length });
        } else if (stage === 'read' || stage === 'layout') {
          request.onProgress?.({ stage, done: page, total: of });
        }
      },
    });
  };
  const result = await send(Math.floor(request.timeoutMs * settings.hiddenTextShare), request.timeoutMs);
  const leftMs = request.timeoutMs - (performance.now() - started);
  const outOfMemory = result.kind !== 'reply' && classifyDeath(result).class === 'out_of_memory';
  return drawing && outOfMemory && leftMs > 0 ? send(0, leftMs) : result;
}

function classifyReplyError(reply: HostReply, limits: ProcessLimits): EngineFailure {
  if (tempWasFull(reply, limits)) {
    return failure('disk', 'temp is full');
  }
  return reply.error ? classifyError(reply.error) : failure('crash', 'host gave no reason');
}

async function toVerdict(
  slot: Slot,
  request: ConvertRequest,
  chosen: Chosen,
  reply: HostReply,
  repaired: boolean,
): Promise<Verdict> {
  const validated = await validate(request, chosen.count, reply, slot.directory, slot.limits);
  if ('failure' in validated) {
    return failed(validated.failure);
  }
  const pageCount = reply.pages ?? 0;
  const dropped = readDropped(reply, pageCount);
  return {
    status: 'converted',
    outputs: validated.outputs,
    extraction: validated.extraction,
    warnings: collectWarnings(reply, dropped, { repaired }),
    dropped,
    sparsePages: reply.sparse_pages ?? [],
    pageCount,
    pagesConverted: Math.min(chosen.count, pageCount),
  };
}

function failed(fault: EngineFailure): Verdict {
  return { status: 'failed', failure: fault };
}
