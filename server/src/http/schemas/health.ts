/** Bodies of the health routes. */
import { Type } from '@fastify/type-provider-typebox';

export const Health = Type.Object(
  { status: Type.Literal('ok') },
  { $id: 'Health', examples: [{ status: 'ok' }] },
);

const Check = Type.Union([Type.Literal('ok'), Type.Literal('unavailable')]);

export const Readiness = Type.Object(
  { status: Type.Literal('ok'), checks: Type.Object({ database: Check, storage: Check }) },
  {
    $id: 'Readiness',
    examples: [{ status: 'ok', checks: { database: 'ok', storage: 'ok' } }],
  },
);
