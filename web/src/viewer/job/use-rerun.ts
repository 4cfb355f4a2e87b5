/** Converts the document of a job again, as a new job with further formats, and opens it. */
import type { Format, Job } from '@octavo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { queryKeys } from '../../api/query-client.ts';
import { useDescribeError } from '../../api/use-describe-error.ts';
import { changedOptions } from '../../options/changed-options.ts';
import { useClient } from '../../session/dashboard-context.ts';
import { showToast } from '../../ui/toast-store.ts';

const slotTimeoutMs = 120_000;

export function useRerun(job: Job) {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const describe = useDescribeError();
  return useMutation({
    mutationFn: (added: readonly Format[]) => {
      const format = [...new Set<Format>([...job.options.format, ...added])];
      const options = { ...changedOptions(job.options), format };
      return client.jobs.create({ source_job_id: job.id, options }, { slotTimeoutMs });
    },
    onSuccess: async ({ id }) => {
      void queries.invalidateQueries({ queryKey: queryKeys.jobs });
      await navigate({ to: '/jobs/$jobId', params: { jobId: id } });
    },
    onError: (error) => showToast({ tone: 'danger', text: describe(error) }),
  });
}
