/** `GET /jobs/{id}/images` and `GET|HEAD /jobs/{id}/images/{name}`: the images of a job, one by one. */
import type { Readable } from 'node:stream';
import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import {
  findImage,
  type Image,
  listImages,
  openImage,
  type ReadImagesPorts,
} from '../../actions/read-images.ts';
import { attachmentNamed } from '../../domain/content-disposition.ts';
import { OctavoError } from '../../domain/errors.ts';
import { callerOf } from '../authenticate.ts';
import { wantedPart } from '../byte-range.ts';
import { errorResponses } from '../schemas/error.ts';
import { ImageListBody, ImagePath, toImageListBody } from '../schemas/images.ts';
import { JobPath } from '../schemas/job.ts';

type Span = { readonly start: number; readonly end: number };

/** Documents the answer; streams are sent as they are. */
const ImageBody = Type.Unsafe<Readable | undefined>({ type: 'string', format: 'binary' });

function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

function describeImage(reply: FastifyReply, image: Image): void {
  reply.headers({
    'content-type': image.mediaType,
    'content-disposition': attachmentNamed(image.name),
    'content-security-policy': 'sandbox',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: image.etag,
  });
}

function describePart(reply: FastifyReply, { bytes }: Image, { start, end }: Span): void {
  reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`);
}

function outside(reply: FastifyReply, { bytes }: Image): OctavoError {
  reply.header('content-range', `bytes */${bytes}`);
  return new OctavoError('range_not_satisfiable', `The range lies outside the image’s ${bytes} bytes.`);
}

export function imageRoutes(ports: ReadImagesPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/jobs/:id/images',
      {
        schema: {
          tags: ['jobs'],
          summary: 'List the images of a job',
          params: JobPath,
          response: { 200: ImageListBody, ...errorResponses(401, 403, 404, 409, 503) },
        },
      },
      async (request, reply) => {
        const images = await listImages(ports, callerOf(request), request.params.id, untilGone(reply));
        return toImageListBody(images);
      },
    );

    app.route({
      method: ['GET', 'HEAD'],
      url: '/jobs/:id/images/:name',
      schema: {
        tags: ['jobs'],
        summary: 'Download one image of a job',
        description:
          'Links to images in markdown, html and json are relative: taken against `/jobs/{id}/` they lead here. The job must have been submitted with `images` among its formats.',
        params: ImagePath,
        response: {
          200: ImageBody,
          206: ImageBody,
          304: ImageBody,
          ...errorResponses(401, 403, 404, 409, 416, 503),
        },
      },
      handler: async (request, reply) => {
        const { id, name } = request.params;
        const signal = untilGone(reply);
        const { zip, image } = await findImage(ports, callerOf(request), id, name, signal);
        const wanted = wantedPart(request.headers, image);
        if (wanted.kind === 'unsatisfiable') throw outside(reply, image);
        if (wanted.kind === 'unchanged') {
          describeImage(reply, image);
          return reply.code(304).send(undefined);
        }
        const range = wanted.kind === 'range' ? wanted : { start: 0, end: image.bytes - 1 };
        const isGet = request.method === 'GET';
        // Opened before the first header is set: a storage that is away is a clean 503.
        const opened = isGet ? await openImage(ports, zip, image, range, signal) : undefined;
        describeImage(reply, image);
        if (wanted.kind === 'range') describePart(reply, image, wanted);
        reply.header('content-length', range.end - range.start + 1);
        return reply.send(opened?.body);
      },
    });
  };
}
