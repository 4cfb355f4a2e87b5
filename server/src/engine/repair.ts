/** Sends a request again with a repaired file when the host cannot parse the one that was submitted. */
import { classifyError } from './failure.ts';
import type { HostReply } from './host-message.ts';
import { repairRequest } from './host-request.ts';
import type { HostResult } from './process.ts';
import type { EngineSettings } from './settings.ts';
import type { Slot } from './slot.ts';
import { replaceInput } from './slot-directory.ts';

export type RepairOptions = {
  readonly password?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Less than the setting where the document has less time left. */
  readonly timeoutMs?: number | undefined;
};

export type Answer = { readonly result: HostResult; readonly repaired: boolean };

/** The host ends the program itself; it is killed after this much more. */
const graceMs = 2_000;

/**
 * At most one repair. Only what the parser reports about the file leads to one: a file that exhausts time, memory or
 * the stack is not tried again. If the repaired file does not open either, the answer is that to the submitted one.
 */
export async function sendWithRepair(
  settings: EngineSettings,
  slot: Slot,
  send: () => Promise<HostResult>,
  options: () => RepairOptions,
): Promise<Answer> {
  const submitted = { result: await send(), repaired: false };
  if (!isDamaged(submitted.result) || !(await repairInput(settings, slot, options()))) return submitted;
  const again = { result: await send(), repaired: true };
  return isDamaged(again.result) ? submitted : again;
}

async function repairInput(
  settings: EngineSettings,
  slot: Slot,
  { password, signal, timeoutMs = Infinity }: RepairOptions,
): Promise<boolean> {
  const timeMs = Math.floor(Math.min(settings.repairTimeoutMs, timeoutMs));
  if (timeMs <= 0) return false;
  const limits = { timeMs, memoryBytes: settings.repairMemoryBytesMax };
  const result = await slot.send(repairRequest(slot.view, limits, password), {
    timeoutMs: timeMs + graceMs,
    outDir: slot.directory.out,
    signal,
  });
  if (result.kind !== 'reply' || result.reply.repaired !== true) return false;
  return replaceInput(settings, slot.directory, 'repaired.pdf');
}

function isDamaged(result: HostResult): boolean {
  return result.kind === 'reply' && (hasNoPages(result.reply) || cannotBeRead(result.reply));
}

function hasNoPages({ ok, pages }: HostReply): boolean {
  return ok && pages !== undefined && pages < 1;
}

/** An error that taints the process, such as a stack that is exhausted, is what hostile files aim at. */
function cannotBeRead({ ok, error, tainted }: HostReply): boolean {
  const fault = !ok && !tainted && error ? classifyError(error).class : null;
  return fault === 'invalid' || fault === 'crash';
}
