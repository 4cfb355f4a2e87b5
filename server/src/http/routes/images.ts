/** `GET /jobs/{id}/images` and `GET|HEAD /jobs/{id}/images/{name}`: the images of a job, one by one. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { findImage, listImages, type ReadImagesPorts } from '../../actions/read-images.ts';
import { callerOf } from '../authenticate.ts';
import { disconnectSignal } from '../deadline.ts';
import { answer } from '../schemas/answer.ts';
import { errorResponses } from '../schemas/error.ts';
import { FileHeaders, imageResponses } from '../schemas/file.ts';
import { ImageListBody, ImagePath, toImageListBody } from '../schemas/images.ts';
import { JobPath } from '../schemas/job.ts';
import { sendImage } from '../send-job-file.ts';

export function imageRoutes(ports: ReadImagesPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/jobs/:id/images',
      {
        config: { holds: 'download' },
        schema: {
          tags: ['Jobs'],
          operationId: 'listImages',
          summary: 'List images',
          description:
            'The images that a job extracted. The job must have been submitted with `images` among its formats.',
          params: JobPath,
          response: {
            200: answer(ImageListBody, 'The images.'),
            ...errorResponses(401, 403, 'job_not_found', 'format_not_produced'),
            ...errorResponses('job_not_done', 'job_failed', 429, 503),
          },
        },
      },
      async (request, reply) => {
        const images = await listImages(ports, callerOf(request), request.params.id, disconnectSignal(reply));
        return toImageListBody(images);
      },
    );

    app.route({
      method: ['GET', 'HEAD'],
      url: '/jobs/:id/images/:name',
      config: { servesContent: true, holds: 'download' },
      schema: {
        tags: ['Jobs'],
        operationId: 'downloadImage',
        summary: 'Download an image',
        description:
          'One image of a job. Links to images in markdown, html and json are relative: resolved against `/jobs/{id}/` they lead here. The job must have been submitted with `images` among its formats.',
        params: ImagePath,
        headers: FileHeaders,
        response: {
          ...imageResponses,
          ...errorResponses(401, 403, 'job_not_found', 'format_not_produced', 'image_not_found'),
          ...errorResponses('job_not_done', 'job_failed', 416, 429, 503),
        },
      },
      handler: async (request, reply) => {
        const { id, name } = request.params;
        const found = await findImage(ports, callerOf(request), id, name, disconnectSignal(reply));
        return sendImage(ports, { request, reply }, found);
      },
    });
  };
}
