/** `GET /jobs/{id}/images` and `GET|HEAD /jobs/{id}/images/{name}`: the images of a job, one by one. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { findImage, listImages, openImage, type ReadImagesPorts } from '../../actions/read-images.ts';
import { callerOf } from '../authenticate.ts';
import { disconnectSignal } from '../deadline.ts';
import { errorResponses } from '../schemas/error.ts';
import { ImageListBody, ImagePath, toImageListBody } from '../schemas/images.ts';
import { JobPath } from '../schemas/job.ts';
import { fileResponses, sendFile } from '../send-file.ts';

export function imageRoutes(ports: ReadImagesPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/jobs/:id/images',
      {
        config: { holds: 'download' },
        schema: {
          tags: ['jobs'],
          summary: 'List the images of a job',
          params: JobPath,
          response: { 200: ImageListBody, ...errorResponses(401, 403, 404, 409, 429, 503) },
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
        tags: ['jobs'],
        summary: 'Download one image of a job',
        description:
          'Links to images in markdown, html and json are relative: resolved against `/jobs/{id}/` they lead here. The job must have been submitted with `images` among its formats.',
        params: ImagePath,
        response: { ...fileResponses, ...errorResponses(401, 403, 404, 409, 416, 429, 503) },
      },
      handler: async (request, reply) => {
        const { id, name } = request.params;
        const signal = disconnectSignal(reply);
        const { zip, image } = await findImage(ports, callerOf(request), id, name, signal);
        const file = {
          mediaType: image.mediaType,
          fileName: image.name,
          bytes: image.bytes,
          etag: image.etag,
        };
        const whole = { start: 0, end: image.bytes - 1 };
        return sendFile(request, reply, file, (range) =>
          openImage(ports, zip, image, range ?? whole, signal),
        );
      },
    });
  };
}
