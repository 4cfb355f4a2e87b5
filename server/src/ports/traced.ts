/** A step of an action as a span of its own, ended however the step ends. */
import { OctavoError } from '../domain/errors.ts';
import type { Span, SpanStart } from './tracer.ts';

/** Only what kind of error it was: messages may quote what belongs to the customer. */
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
