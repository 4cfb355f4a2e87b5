/** What every tool returns: text of documents between markers, and refusals as values that a model can act on. */
import { markUntrusted, newMarkerId, oneLine, untrustedNotice } from '@octavo/mcp/untrusted-text.ts';
import { ApiError, JobFailedError, type Octavo, OctavoError } from '@octavo/sdk';

export type Call = { readonly client: Octavo; readonly signal: AbortSignal | undefined };

export type Refusal = { readonly error: string; readonly message: string };

export type Untrusted<Facts> = Facts & { readonly notice: string; readonly content: string };

const messageCharsMax = 600;

/** `text` comes from a document and is the only field that does. */
export function withText<Facts extends object>(facts: Facts, text: string): Untrusted<Facts> {
  const id = newMarkerId();
  return { notice: untrustedNotice(id), ...facts, content: markUntrusted(text, id) };
}

/** Aborted calls and faults of the program are thrown. */
export async function answered<Answer>(answer: () => Promise<Answer>): Promise<Answer | Refusal> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof JobFailedError) return refusal('job_failed', error.message);
    if (error instanceof ApiError) return refusal(error.code ?? 'service_unavailable', error.message);
    if (error instanceof OctavoError) return refusal('service_unavailable', error.message);
    throw error;
  }
}

export const refusal = (error: string, message: string): Refusal => ({
  error,
  message: oneLine(message, messageCharsMax),
});
