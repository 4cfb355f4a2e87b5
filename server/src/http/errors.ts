/** Converts anything thrown into the error body. Unknown errors become a fixed text without internal information. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { invalidRequest, OctavoError } from '../domain/errors.ts';
import { type SchemaFault, toFaults } from '../domain/schema-faults.ts';
import { errorStatus } from './error-status.ts';
import { toErrorBody } from './schemas/error.ts';

function bySchema(error: FastifyError): OctavoError {
  const places: Readonly<Record<string, string>> = { querystring: 'query', params: 'path' };
  const context = error.validationContext ?? 'body';
  return invalidRequest(...toFaults((error.validation ?? []) as SchemaFault[], places[context] ?? context));
}

/** Errors of Fastify, by their code. */
function fromFramework(error: FastifyError): OctavoError | null {
  if (error.validation) return bySchema(error);
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new OctavoError('invalid_json', 'The body is not valid JSON.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new OctavoError('unsupported_media_type', 'This endpoint does not read such a Content-Type.');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new OctavoError('payload_too_large', 'The body is larger than this endpoint reads.');
    default:
      return null;
  }
}

export function toOctavoError(error: unknown): OctavoError {
  if (error instanceof OctavoError) return error;
  if (!(error instanceof Error)) return internal(error);
  const known = fromFramework(error as FastifyError);
  if (known) return known;
  const status = (error as FastifyError).statusCode ?? 500;
  return status >= 400 && status < 500
    ? new OctavoError('invalid_request', 'The request could not be understood.', { cause: error })
    : internal(error);
}

function internal(cause: unknown): OctavoError {
  return new OctavoError('internal_error', 'Something went wrong on our side. It has been logged.', {
    cause,
  });
}

export function sendError(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = toOctavoError(thrown);
  const status = errorStatus[error.code];
  if (status >= 500) request.log.error({ err: error.cause ?? error, code: error.code }, 'request failed');
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="octavo", ApiKey realm="octavo"');
  return reply
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .code(status)
    .type('application/json; charset=utf-8')
    .send(toErrorBody(error, request.id));
}
