/**
 * Answers requests that never reach a route (oversized headers, slow or malformed HTTP) with a JSON error on the
 * socket.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { OctavoError } from '../domain/errors.ts';
import { errorStatus } from './error-status.ts';
import { requestIdOf } from './request-id.ts';
import { toErrorBody } from './schemas/error.ts';

function classify(code: string | undefined): OctavoError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new OctavoError('headers_too_large', 'The header of the request is too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new OctavoError('request_timeout', 'The request did not arrive in time.');
    default:
      return new OctavoError('invalid_request', 'The request is not valid HTTP.');
  }
}

export function answerClientError(cause: Error & { code?: string }, socket: Socket): void {
  if (cause.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const error = classify(cause.code);
  const status = errorStatus[error.code];
  const requestId = requestIdOf({ headers: {} });
  const body = JSON.stringify(toErrorBody(error, requestId));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
