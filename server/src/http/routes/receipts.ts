/** Receipts of conversions, their verification, and the public keys. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type ReadReceiptPorts, readReceipt } from '../../actions/read-receipt.ts';
import { publicReceiptKeys, type ReceiptKeyPorts } from '../../actions/receipt-keys.ts';
import { verifyReceipt } from '../../actions/verify-receipt.ts';
import { callerOf } from '../authenticate.ts';
import { answer } from '../schemas/answer.ts';
import { errorResponses } from '../schemas/error.ts';
import { JobPath } from '../schemas/job.ts';
import {
  EnvelopeBody,
  ReceiptKeysBody,
  ReceiptVerificationBody,
  receiptMediaType,
  toVerificationBody,
  VerifyReceiptBody,
} from '../schemas/receipt.ts';

export function receiptRoutes(ports: ReadReceiptPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/jobs/:id/receipt',
      {
        schema: {
          tags: ['Receipts'],
          operationId: 'getReceipt',
          summary: 'Get the receipt of a job',
          description:
            'A signed statement of what the service did: hashes of the source and of every output, all options, and the version or hash of every tool. It contains no text and no file name of the document. Formats that are added later appear in a receipt that is read later.',
          params: JobPath,
          response: {
            200: {
              description: 'The receipt.',
              content: { [receiptMediaType]: { schema: EnvelopeBody } },
            },
            ...errorResponses(401, 403, 'job_not_found', 'job_not_done', 'job_failed', 429, 503),
          },
        },
      },
      async (request, reply) => {
        const receipt = await readReceipt(ports, callerOf(request), request.params.id);
        // Fastify serializes only what is called json.
        return reply.type(receiptMediaType).serializer(JSON.stringify).send(receipt);
      },
    );

    app.post(
      '/receipts/verify',
      {
        config: { onlyReads: true },
        schema: {
          tags: ['Receipts'],
          operationId: 'verifyReceipt',
          summary: 'Verify a receipt',
          description:
            'Checks the signature with the keys of this service, including retired ones, and compares files by their hashes. Works for receipts of deleted jobs and for erasure certificates. The public keys are enough to do the same offline.',
          body: VerifyReceiptBody,
          response: {
            200: answer(ReceiptVerificationBody, 'The result; also for a receipt that is not valid.'),
            ...errorResponses(400, 'invalid_json', 401, 403, 408, 413, 415, 429, 503),
          },
        },
      },
      async (request) => {
        const { receipt, files = [] } = request.body;
        return toVerificationBody(await verifyReceipt(ports, receipt, files));
      },
    );
  };
}

export function receiptKeyRoutes(ports: ReceiptKeyPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/.well-known/octavo-receipt-keys.json',
      {
        schema: {
          tags: ['Receipts'],
          operationId: 'getReceiptKeys',
          summary: 'Get the keys of receipts',
          description:
            'The public keys that receipts and erasure certificates are signed with, as a JSON Web Key Set. Retired keys stay in it. Needs no credentials.',
          security: [],
          response: { 200: answer(ReceiptKeysBody, 'The keys, newest first.'), ...errorResponses(503) },
        },
      },
      async (_request, reply) => {
        const keys = [...(await publicReceiptKeys(ports))];
        return reply.header('cache-control', 'public, max-age=300').send({ keys });
      },
    );
  };
}
