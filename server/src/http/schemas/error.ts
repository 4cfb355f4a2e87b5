/** The body of every error. */
import { type Static, Type } from '@fastify/type-provider-typebox';
import { errorCodes, type OctavoError } from '../../domain/errors.ts';
import { snakeKeys } from '../../domain/key-case.ts';

export const ErrorBody = Type.Object(
  {
    detail: Type.Union([Type.String(), Type.Object({}, { additionalProperties: true })], {
      description: 'A readable sentence; an object with the figures for the page-limit error.',
    }),
    code: Type.String({ enum: [...errorCodes], description: 'One of a closed list.' }),
    request_id: Type.String({ description: 'The same as the header `X-Request-Id`.' }),
    upgrade_url: Type.Optional(
      Type.String({
        format: 'uri',
        description:
          'Where to get a larger plan, for limits of the plan, if the operator has set such a page.',
      }),
    ),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          loc: Type.Array(Type.Union([Type.String(), Type.Integer()])),
          msg: Type.String(),
        }),
        { description: 'Every fault of the request, where there is more to say than `detail` does.' },
      ),
    ),
  },
  { $id: 'Error', additionalProperties: true },
);

export type ErrorBody = Static<typeof ErrorBody>;

const ErrorResponse = Type.Unsafe<ErrorBody>(Type.Ref('Error#'));

/** Response schemas: every error status has the same body. */
export function errorResponses<const S extends number>(...statuses: S[]): Record<S, typeof ErrorResponse> {
  return Object.fromEntries(statuses.map((status) => [status, ErrorResponse])) as Record<
    S,
    typeof ErrorResponse
  >;
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
