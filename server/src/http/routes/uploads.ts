/** `/uploads`: files that clients send to the storage themselves, to submit them as jobs. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  createUpload,
  deleteUpload,
  type ManageUploadsPorts,
  readUpload,
} from '../../actions/manage-uploads.ts';
import { callerOf } from '../authenticate.ts';
import { answer, noContent } from '../schemas/answer.ts';
import { errorResponses } from '../schemas/error.ts';
import {
  CreateUploadBody,
  toRequestedUpload,
  toUploadBody,
  UploadBody,
  UploadPath,
} from '../schemas/upload.ts';

const tags = ['Uploads'];

const createSchema = {
  tags,
  operationId: 'createUpload',
  summary: 'Create an upload',
  description:
    'Prepares to receive a file directly in the storage. Send each part of the file with `PUT` to its URL, in any order, then submit the upload with `POST /jobs` and `upload_id`. An upload that is not submitted within 24 hours is removed.',
  body: CreateUploadBody,
  response: {
    201: answer(UploadBody, 'The upload was created.', { headers: ['Location'] }),
    ...errorResponses(400, 'invalid_json', 401, 403, 'upload_limit_reached', 'uploads_not_offered'),
    ...errorResponses(413, 'file_too_large', 415, 429, 503),
  },
};

const readSchema = {
  tags,
  operationId: 'getUpload',
  summary: 'Get an upload',
  description:
    'Which parts have arrived, and fresh URLs for the others. Use it to continue an upload that was interrupted.',
  params: UploadPath,
  response: {
    200: answer(UploadBody, 'The upload.'),
    ...errorResponses(401, 403, 'upload_not_found', 429, 503),
  },
};

const deleteSchema = {
  tags,
  operationId: 'deleteUpload',
  summary: 'Delete an upload',
  description: 'Removes what has arrived. A job that was made of the upload stays.',
  params: UploadPath,
  response: {
    204: noContent('The upload was deleted.'),
    ...errorResponses(401, 403, 'upload_not_found', 429, 503),
  },
};

export function uploadRoutes(ports: ManageUploadsPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post('/uploads', { schema: createSchema }, async (request, reply) => {
      const state = await createUpload(ports, callerOf(request), toRequestedUpload(request.body));
      return reply.code(201).header('location', `/uploads/${state.upload.id}`).send(toUploadBody(state));
    });

    app.get('/uploads/:id', { schema: readSchema }, async (request) =>
      toUploadBody(await readUpload(ports, callerOf(request), request.params.id)),
    );

    app.delete('/uploads/:id', { schema: deleteSchema }, async (request, reply) => {
      await deleteUpload(ports, callerOf(request), request.params.id);
      return reply.code(204).send(null);
    });
  };
}
