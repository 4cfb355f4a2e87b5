/** One job: its pages on the left, what was made of them on the right. */
import { getRouteApi } from '@tanstack/react-router';
import { Pending } from '../shell/pending.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { useJob } from './job/use-job.ts';
import { usePdf } from './pages/use-pdf.ts';
import './viewer.css';
import { Viewer } from './viewer.tsx';

const route = getRouteApi('/jobs/$jobId');

export function ViewerPage() {
  const { jobId } = route.useParams();
  // Another job is another viewer: nothing of the last one stays.
  return <JobViewer key={jobId} jobId={jobId} />;
}

function JobViewer({ jobId }: { readonly jobId: string }) {
  // Side by side: the first page need not wait for what is known about the job.
  const pdf = usePdf(jobId);
  const { data: job, error, refetch, progress } = useJob(jobId);
  if (job !== undefined) return <Viewer job={job} live={progress} pdf={pdf} />;
  return error === null ? <Pending /> : <LoadFailed error={error} onRetry={() => void refetch()} />;
}
