/** Formats that are added to a done job, on the wire. */
import { type Static, Type } from '@fastify/type-provider-typebox';
import { textFormats } from '../../domain/formats.ts';
import { OneOf } from '../../domain/schema-parts.ts';
import type { JobBody } from './job.ts';

export const AddOutputsBody = Type.Object(
  {
    format: Type.Array(OneOf(textFormats), {
      minItems: 1,
      description: 'The formats to add. Those that the job has already are not written again.',
    }),
  },
  { $id: 'AddOutputs', additionalProperties: false, examples: [{ format: ['html'] }] },
);

/** The job as it is afterwards. */
export function withHtml(job: Static<typeof JobBody>): Static<typeof JobBody> {
  const { markdown } = job.download_urls;
  const html = markdown?.replace('.md', '.html');
  return { ...job, download_urls: { ...job.download_urls, ...(html && { html }) } };
}
