/** An example body for each error code. */
import { type ErrorCode, type Fault, invalidRequest } from '../../domain/errors.ts';
import { errorGuide } from '../error-guide.ts';
import { responseHeaders } from './response-headers.ts';

const badPageSize: Fault = { loc: ['query', 'page_size'], msg: 'must be <= 100' };

const special: Partial<Record<ErrorCode, { readonly detail: unknown; readonly errors?: readonly Fault[] }>> =
  {
    invalid_request: { detail: invalidRequest(badPageSize).detail, errors: [badPageSize] },
    page_limit_reached: {
      detail: {
        message: 'The PDF has 312 pages to convert, and 50 of this month’s 20000 remain.',
        pdf_pages: 312,
        pages_remaining: 50,
        pages_used: 19_950,
        pages_limit: 20_000,
        tier: 'pro',
      },
    },
  };

export function errorExample(code: ErrorCode): object {
  const { detail, errors } = special[code] ?? { detail: errorGuide[code].happened.replaceAll('`', '') };
  const request_id = responseHeaders['X-Request-Id'].example;
  return { detail, code, request_id, ...(errors && { errors }) };
}
