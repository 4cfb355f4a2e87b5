/** Erasure certificates on the wire. */
import { Type } from '@fastify/type-provider-typebox';
import { exampleIds } from './examples.ts';
import { envelopeOf } from './receipt.ts';

export const erasureMediaType = 'application/vnd.in-toto.erasure+dsse';

export const ErasurePath = Type.Object({
  id: Type.String({ description: 'Identifier of the deleted job.', examples: [exampleIds.job] }),
});

export const ErasureBody = envelopeOf('Erasure', 'in-toto Statement v1 about an erasure');
