/** One conversion from request to outcome: a slot, a host process, a verdict. */
import { countPages, formatPageRange, pagesWithin } from '../domain/page-range.ts';
import type { ConvertOutcome, ConvertRequest, EngineFailure } from '../ports/engine.ts';
import { classifyDeath, classifyError, failure } from './failure.ts';
import type { Ending } from './process.ts';
import type { EngineSettings } from './settings.ts';
import type { Slot } from './slot.ts';
import { placeInput } from './slot-directory.ts';
import type { Supervisor } from './supervisor.ts';
import { validate } from './validator.ts';
import { collectWarnings } from './warnings.ts';
import { convertRequest } from './wire.ts';

type Work = { readonly outcome: ConvertOutcome; readonly ending: Ending | null };

export async function convert(
  settings: EngineSettings,
  supervisor: Supervisor,
  request: ConvertRequest,
): Promise<ConvertOutcome> {
  const started = performance.now();
  const chosen = choosePages(request);
  if ('class' in chosen) {
    return failed(chosen, started);
  }
  const slot = await supervisor.acquire(request.signal);
  if (!slot) {
    return failed(failure('cancelled', 'given up before a slot was free'), started);
  }
  let work: Work = { outcome: failed(failure('environment', 'unexpected fault'), started), ending: null };
  try {
    work = await workIn(settings, slot, request, chosen, started);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const kind = code === 'ENOSPC' || code === 'EDQUOT' ? 'disk' : 'environment';
    work = { outcome: failed(failure(kind, code ?? message), started), ending: null };
  } finally {
    await supervisor.release(slot, work.ending);
  }
  return work.outcome;
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
  started: number,
): Promise<Work> {
  const engine = await slot.process();
  await placeInput(settings, slot.directory, request.sourcePath);
  const options = { ...request.options, pages: chosen.pages };
  const ending = await engine.ask(convertRequest(slot.view, options, chosen.count, request.password), {
    timeoutMs: request.timeoutMs,
    outDir: slot.directory.out,
    signal: request.signal,
    onProgress: ({ stage, page, of }) => request.onProgress?.({ stage, done: page, total: of }),
  });
  if (ending.kind !== 'reply') {
    return { outcome: failed(classifyDeath(ending), started), ending };
  }
  const { reply } = ending;
  if (!reply.ok) {
    const fault = reply.error ? classifyError(reply.error) : failure('crash', 'host gave no reason');
    return { outcome: failed(fault, started), ending };
  }
  const verdict = await validate(request, reply, slot.directory, slot.limits);
  if ('failure' in verdict) {
    return { outcome: failed(verdict.failure, started), ending };
  }
  const pageCount = reply.pages ?? 0;
  return {
    ending,
    outcome: {
      status: 'converted',
      outputs: verdict.outputs,
      warnings: collectWarnings(reply),
      pageCount,
      pagesConverted: Math.min(chosen.count, pageCount),
      durationMs: performance.now() - started,
    },
  };
}

function failed(fault: EngineFailure, started: number): ConvertOutcome {
  return { status: 'failed', failure: fault, durationMs: performance.now() - started };
}
