/** Reads the filter of a job list from the query. */
import { type Static, Type } from '@fastify/type-provider-typebox';
import { type JobFilter, jobStatuses, nameSearchMax } from '../../domain/job.ts';
import { CommaList } from './scalars.ts';

export const filterFields = {
  status: Type.Optional(
    CommaList(jobStatuses, { description: 'Only jobs in one of these states, comma separated.' }),
  ),
  created_after: Type.Optional(
    Type.String({ format: 'date-time', description: 'Created later than this moment, not at it.' }),
  ),
  created_before: Type.Optional(
    Type.String({ format: 'date-time', description: 'Created earlier than this moment, not at it.' }),
  ),
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: `Only jobs whose file name contains this text, in upper or lower case. The ${nameSearchMax.toLocaleString('en')} most recent jobs between \`created_after\` and \`created_before\` are searched.`,
    }),
  ),
};
const FilterQuery = Type.Object(filterFields);

export function readJobFilter(query: Static<typeof FilterQuery>): JobFilter {
  const { status, name, created_after: after, created_before: before } = query;
  return {
    ...(status !== undefined && { statuses: [...new Set(status)] }),
    ...(after !== undefined && { createdAfter: new Date(after) }),
    ...(before !== undefined && { createdBefore: new Date(before) }),
    ...(name !== undefined && { name }),
  };
}
