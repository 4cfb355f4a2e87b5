/** One conversion from request to outcome: a slot, a host process, a verdict. */
import { countPages, formatPageRange, pagesWithin } from '../domain/page-range.ts';
import type { ConvertOutcome, ConvertRequest, EngineFailure } from '../ports/engine.ts';
import { readDropped } from './dropped.ts';
import { classifyDeath, classifyError, failure, surroundingFailure } from './failure.ts';
import type { Ending } from './process.ts';
import type { EngineSettings, ProcessLimits } from './settings.ts';
import type { Slot } from './slot.ts';
import { placeInput } from './slot-directory.ts';
import type { Supervisor } from './supervisor.ts';
import { tempWasFull, validate } from './validator.ts';
import { collectWarnings } from './warnings.ts';
import { convertRequest, type HostReply } from './wire.ts';

type Verdict =
  | Omit<Extract<ConvertOutcome, { status: 'converted' }>, 'spent'>
  | Omit<Extract<ConvertOutcome, { status: 'failed' }>, 'spent'>;

type Work = { readonly verdict: Verdict; readonly ending: Ending | null };

export async function convert(
  settings: EngineSettings,
  supervisor: Supervisor,
  request: ConvertRequest,
): Promise<ConvertOutcome> {
  const started = performance.now();
  const spent = (memoryPeakBytes: number | null) => ({
    durationMs: performance.now() - started,
    memoryPeakBytes,
  });
  if (supervisor.slots.length === 0) {
    return { ...failed(failure('environment', 'this process has no slots')), spent: spent(null) };
  }
  const chosen = choosePages(request);
  if ('class' in chosen) {
    return { ...failed(chosen), spent: spent(null) };
  }
  const slot = await supervisor.acquire(request.signal);
  if (!slot) {
    return { ...failed(failure('cancelled', 'given up before a slot was free')), spent: spent(null) };
  }
  const { verdict, ending } = await workIn(settings, slot, request, chosen).catch(unexpected);
  const memoryPeakBytes = (await slot.cgroup?.peakBytes()) ?? null;
  await supervisor.release(slot, ending);
  return { ...verdict, spent: spent(memoryPeakBytes) };
}

function unexpected(error: unknown): Work {
  return { verdict: failed(surroundingFailure(error)), ending: null };
}

type Chosen = { readonly count: number; readonly pages: string | null };

/** The engine spells every range out in memory, so it gets only ranges that were checked against the document. */
function choosePages(request: ConvertRequest): Chosen | EngineFailure {
  if (request.options.pages === null) {
    return { count: request.pageCount, pages: null };
  }
  const result = pagesWithin(request.options.pages, request.pageCount);
  if (!result.ok) {
    return failure('invalid', `pages: ${result.msg}`, {
      message: `The pages asked for are not in the document: ${result.msg}.`,
    });
  }
  return { count: countPages(result.range), pages: formatPageRange(result.range) };
}

async function workIn(
  settings: EngineSettings,
  slot: Slot,
  request: ConvertRequest,
  chosen: Chosen,
): Promise<Work> {
  await slot.cgroup?.resetPeak();
  await placeInput(settings, slot.directory, request.sourcePath);
  const ending = await askHost(settings, slot, request, chosen);
  if (ending.kind !== 'reply') {
    return { verdict: failed(classifyDeath(ending)), ending };
  }
  const { reply } = ending;
  if (!reply.ok) {
    return { verdict: failed(judgeError(reply, slot.limits)), ending };
  }
  return { verdict: await judge(slot, request, chosen, reply), ending };
}

/** A picture of a page can need more memory than all the rest; then the document is converted without looking at it. */
async function askHost(
  settings: EngineSettings,
  slot: Slot,
  request: ConvertRequest,
  chosen: Chosen,
): Promise<Ending> {
  const started = performance.now();
  const options = { ...request.options, pages: chosen.pages };
  let drawing = false;
  const ask = (hiddenTextMs: number, timeoutMs: number) =>
    slot.ask(convertRequest(slot.view, options, chosen.count, request.password, hiddenTextMs), {
      timeoutMs,
      outDir: slot.directory.out,
      signal: request.signal,
      onProgress: ({ stage, page, of }) => {
        drawing = stage === 'draw';
        if (stage !== 'draw') {
          request.onProgress?.({ stage, done: page, total: of });
        }
      },
    });
  const ending = await ask(Math.floor(request.timeoutMs * settings.hiddenTextShare), request.timeoutMs);
  const leftMs = request.timeoutMs - (performance.now() - started);
  const outOfMemory = ending.kind !== 'reply' && classifyDeath(ending).class === 'out_of_memory';
  return drawing && outOfMemory && leftMs > 0 ? ask(0, leftMs) : ending;
}

function judgeError(reply: HostReply, limits: ProcessLimits): EngineFailure {
  if (tempWasFull(reply, limits)) {
    return failure('disk', 'temp is full');
  }
  return reply.error ? classifyError(reply.error) : failure('crash', 'host gave no reason');
}

async function judge(
  slot: Slot,
  request: ConvertRequest,
  chosen: Chosen,
  reply: HostReply,
): Promise<Verdict> {
  const validated = await validate(request, reply, slot.directory, slot.limits);
  if ('failure' in validated) {
    return failed(validated.failure);
  }
  const pageCount = reply.pages ?? 0;
  return {
    status: 'converted',
    outputs: validated.outputs,
    warnings: collectWarnings(reply),
    dropped: readDropped(reply, pageCount),
    pageCount,
    pagesConverted: Math.min(chosen.count, pageCount),
  };
}

function failed(fault: EngineFailure): Verdict {
  return { status: 'failed', failure: fault };
}
