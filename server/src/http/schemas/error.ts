/** The bodies of errors, and the error responses of a route. */
import { type Static, type TSchema, type TUnsafe, Type } from '@fastify/type-provider-typebox';
import { type ErrorCode, errorCodes, type OctavoError } from '../../domain/errors.ts';
import { snakeKeys } from '../../domain/key-case.ts';
import { tiers } from '../../domain/plan.ts';
import { OneOf } from '../../domain/schema-parts.ts';
import { errorGuide } from '../error-guide.ts';
import { errorStatus } from '../error-status.ts';
import { errorExample } from './error-examples.ts';
import { headersNamed, type ResponseHeader } from './response-headers.ts';

const shared = {
  request_id: Type.String({ description: 'The same as the header `X-Request-Id`.' }),
  upgrade_url: Type.Optional(
    Type.String({
      format: 'uri',
      description: 'Where to get a larger plan, for limits of the plan, if the operator has set such a page.',
    }),
  ),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        loc: Type.Array(Type.Union([Type.String(), Type.Integer()]), {
          description: 'The place in the request: `["body", "name"]`, `["options", "format", 0]`.',
        }),
        msg: Type.String({ description: 'What is wrong there.' }),
      }),
      { description: 'The invalid fields, if any.' },
    ),
  ),
};

export const ErrorBody = Type.Object(
  {
    detail: Type.String({ description: 'What happened, in a sentence.' }),
    code: Type.String({ enum: [...errorCodes], description: 'One of a closed list, which only grows.' }),
    ...shared,
  },
  { $id: 'Error', additionalProperties: true },
);

export const PageLimitErrorBody = Type.Object(
  {
    detail: Type.Object({
      message: Type.String({ description: 'What happened, in a sentence.' }),
      pdf_pages: Type.Integer({ description: 'Pages of the submitted PDF.' }),
      pages_remaining: Type.Integer({ description: 'Pages left in the current month (UTC).' }),
      pages_used: Type.Integer({ description: 'Pages charged or reserved in the current month (UTC).' }),
      pages_limit: Type.Integer({ description: 'Monthly page allowance.' }),
      tier: OneOf(tiers, { description: 'The plan of the account.' }),
    }),
    code: Type.Literal('page_limit_reached'),
    ...shared,
  },
  { $id: 'PageLimitError', additionalProperties: true },
);

type ErrorBody = Omit<Static<typeof ErrorBody>, 'detail'> & { readonly detail: string | object };

/** Codes that most routes share, for a status that a route names without saying more. */
const usualCodes: Readonly<Record<number, readonly ErrorCode[]>> = {
  400: ['invalid_request'],
  403: ['email_not_verified', 'plan_required'],
  408: ['request_timeout'],
  413: ['payload_too_large'],
  429: ['too_many_requests'],
};

const temporaryCodes: ReadonlySet<ErrorCode> = new Set(['job_not_done', 'erasure_not_finished']);

function headersOf(status: number, codes: readonly ErrorCode[]): readonly ResponseHeader[] {
  if (status === 401) return ['WWW-Authenticate'];
  if (status === 416) return ['Content-Range'];
  const isTemporary = codes.some((code) => temporaryCodes.has(code));
  return status === 429 || status === 503 || isTemporary ? ['Retry-After'] : [];
}

const codesWith = (status: number) =>
  usualCodes[status] ?? errorCodes.filter((code) => errorStatus[code] === status);

function errorResponse(status: number, codes: readonly ErrorCode[]) {
  const schema: TSchema = status === errorStatus.page_limit_reached ? PageLimitErrorBody : ErrorBody;
  const examples = Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }]));
  const [only] = codes;
  const lines = codes.map((code) => `- \`${code}\`: ${errorGuide[code].happened}`);
  return {
    description:
      codes.length === 1 && only !== undefined
        ? `\`${only}\`: ${errorGuide[only].happened}`
        : `One of these codes:\n\n${lines.join('\n')}`,
    headers: headersNamed(...headersOf(status, codes)),
    content: { 'application/json': { schema: schema as TUnsafe<ErrorBody>, examples } },
  };
}

type ErrorStatus = (typeof errorStatus)[ErrorCode];

/** A status stands for the codes that most routes have in common; a code stands for itself and its status. */
export function errorResponses(
  ...reasons: readonly (ErrorStatus | ErrorCode)[]
): Record<ErrorStatus, ReturnType<typeof errorResponse>> {
  const byStatus = new Map<number, Set<ErrorCode>>();
  for (const reason of reasons) {
    const status = typeof reason === 'number' ? reason : errorStatus[reason];
    const codes = typeof reason === 'number' ? codesWith(reason) : [reason];
    byStatus.set(status, new Set([...(byStatus.get(status) ?? []), ...codes]));
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, errorResponse(status, [...codes])]),
  ) as ReturnType<typeof errorResponses>;
}

export function toErrorBody(error: OctavoError, requestId: string): ErrorBody {
  return {
    detail: typeof error.detail === 'string' ? error.detail : snakeKeys(error.detail),
    code: error.code,
    request_id: requestId,
    ...(error.upgradeUrl !== undefined && { upgrade_url: error.upgradeUrl }),
    ...(error.faults && { errors: error.faults.map((fault) => ({ loc: [...fault.loc], msg: fault.msg })) }),
  };
}
