/** Job bodies: the fields of the specification, and the parts that `include` requests. */

import { type Static, Type } from '@fastify/type-provider-typebox';
import type { JobWithUrls, PresentedJobs } from '../../actions/read-jobs.ts';
import { formats } from '../../domain/formats.ts';
import { jobStatuses } from '../../domain/job.ts';
import { OneOf } from '../../domain/schema-parts.ts';
import { exampleIds, exampleOptions, jobExamples } from './examples.ts';
import { filterFields } from './job-filter.ts';
import { IncludeQuery, jobParts, toJobParts } from './job-parts.ts';
import { OptionsBody, toOptionsBody } from './options.ts';
import { Timestamp } from './scalars.ts';

const Url = Type.String({ format: 'uri' });
const jobExample = jobExamples(toOptionsBody(exampleOptions));
export const pendingJobExample = jobExample.pending as Static<typeof JobBody>;
export const doneJobExample = jobExample.done as Static<typeof JobBody>;

export const JobBody = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Job identifier.' }),
    user_id: Type.String({ description: 'The account that the job belongs to.' }),
    status: OneOf(jobStatuses, {
      description: '`pending` and `processing` jobs are active; `done` and `failed` are final.',
    }),
    options: OptionsBody,
    page_count: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: 'Pages that were converted; null until done.',
    }),
    error_message: Type.Union([Type.String(), Type.Null()], {
      description: 'Why it failed and what to do; null unless failed.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
    download_urls: Type.Object(Object.fromEntries(formats.map((format) => [format, Type.Optional(Url)])), {
      description: 'Signed URLs by format; empty until done. They are created on every read.',
    }),
    ...jobParts,
  },
  { $id: 'Job', examples: [jobExample.done] },
);

export const JobListBody = Type.Object(
  {
    items: Type.Array(JobBody, { description: 'The jobs of this page, most recent first.' }),
    total: Type.Integer({ description: 'Jobs on all pages.' }),
    page: Type.Integer({ description: 'The page that was requested.' }),
    page_size: Type.Integer({ description: 'Jobs per page.' }),
    partial: Type.Optional(
      Type.Boolean({
        description:
          'Only with `name`: whether older jobs were not searched. Set `created_before` to search them.',
      }),
    ),
  },
  { $id: 'JobList', examples: [jobExample.list] },
);

export const JobListQuery = Type.Object({
  page: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    default: 1,
    description: 'The page of the list; the first is 1.',
  }),
  page_size: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Jobs per page.' }),
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
      description:
        'Seconds to wait for the job to finish. The response is sent as soon as it has, or when the time is up.',
    }),
  ),
});

export const JobPath = Type.Object({
  id: Type.String({ description: 'Job identifier.', examples: [exampleIds.job] }),
});
export const DownloadPath = Type.Object({
  id: Type.String({ description: 'Job identifier.', examples: [exampleIds.job] }),
  fmt: OneOf(formats, { description: 'The output format. The job must have it: see `download_urls`.' }),
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

export function toJobListBody(list: PresentedJobs, page: number, size: number): Static<typeof JobListBody> {
  const { items, total, isPartial } = list;
  return {
    items: items.map(toJobBody),
    total,
    page,
    page_size: size,
    ...(isPartial !== undefined && { partial: isPartial }),
  };
}
