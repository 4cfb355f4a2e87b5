/** Runs a step in its own span, which ends with the step. */
import { OctavoError } from '../domain/errors.ts';
import type { Span, SpanStart } from './tracer.ts';

/** Only the kind of error, because messages may quote customer data. */
export function errorType(error: unknown): string {
  if (error instanceof OctavoError) return error.code;
  return error instanceof Error ? error.name : typeof error;
}

export async function traced<T>(
  parent: Span,
  name: string,
  step: (span: Span) => Promise<T>,
  start?: SpanStart,
): Promise<T> {
  const span = parent.child(name, start);
  try {
    const result = await step(span);
    span.end();
    return result;
  } catch (error) {
    span.setAttributes({ 'error.type': errorType(error) });
    span.end('error');
    throw error;
  }
}
