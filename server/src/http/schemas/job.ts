/** Job bodies: the fields of the specification, and the parts that `include` requests. */

import { type Static, Type } from '@fastify/type-provider-typebox';
import type { JobWithUrls } from '../../actions/read-jobs.ts';
import { formats } from '../../domain/formats.ts';
import { jobStatuses } from '../../domain/job.ts';
import { OneOf } from '../../domain/schema-parts.ts';
import { filterFields } from './job-filter.ts';
import { IncludeQuery, jobParts, toJobParts } from './job-parts.ts';
import { OptionsBody, toOptionsBody } from './options.ts';
import { Timestamp } from './scalars.ts';

const Url = Type.String({ format: 'uri' });

export const JobBody = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    user_id: Type.String(),
    status: OneOf(jobStatuses),
    options: OptionsBody,
    page_count: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { description: 'null until done.' }),
    error_message: Type.Union([Type.String(), Type.Null()], { description: 'null unless failed.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
    download_urls: Type.Object(Object.fromEntries(formats.map((format) => [format, Type.Optional(Url)])), {
      description: 'Signed URLs by format; empty until done. They are created on every read.',
    }),
    ...jobParts,
  },
  { $id: 'Job' },
);

export const JobListBody = Type.Object(
  {
    items: Type.Array(JobBody),
    total: Type.Integer(),
    page: Type.Integer(),
    page_size: Type.Integer(),
  },
  { $id: 'JobList' },
);

export const JobListQuery = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1, description: '1-indexed.' }),
  page_size: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  include: IncludeQuery,
  ...filterFields,
});

export const waitSecondsMax = 60;

export const JobQuery = Type.Object({
  include: IncludeQuery,
  wait: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: waitSecondsMax,
      description: 'Seconds to wait for the job to finish; the answer comes as soon as it has.',
    }),
  ),
});

export const JobPath = Type.Object({ id: Type.String({ description: 'Job identifier.' }) });
export const DownloadPath = Type.Object({
  id: Type.String({ description: 'Job identifier.' }),
  fmt: Type.String({ description: `One of ${formats.join(', ')}.` }),
});

export function toJobBody(presented: JobWithUrls): Static<typeof JobBody> {
  const { job, downloadUrls } = presented;
  return {
    id: job.id,
    user_id: job.accountId,
    status: job.status,
    options: toOptionsBody(job.options),
    page_count: job.pageCount,
    error_message: job.errorMessage,
    created_at: job.createdAt.toISOString(),
    updated_at: job.updatedAt.toISOString(),
    download_urls: downloadUrls,
    ...toJobParts(presented),
  };
}
