/** Request ids: the caller's own if it is safe, otherwise a new one. */
import type { IncomingMessage } from 'node:http';
import { newId } from '../domain/ids.ts';

const safeId = /^[\w.-]{8,64}$/;

export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && safeId.test(given) ? given : newId(Date.now());
}
