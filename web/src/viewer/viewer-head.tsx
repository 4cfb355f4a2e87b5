/** The rows above the panes: the job, the document tools and the element types. */
import type { Job } from '@octavo/sdk';
import type { ComponentProps } from 'react';
import { PanelButtons } from './find/panel-buttons.tsx';
import { JobBar } from './job/job-bar.tsx';
import { Legend } from './legend.tsx';
import { SideSwitch } from './split-pane.tsx';

type ViewerHeadProps = Omit<ComponentProps<typeof PanelButtons>, 'isDone'> & {
  readonly job: Job;
  readonly legend: ComponentProps<typeof Legend> | undefined;
  readonly sides: ComponentProps<typeof SideSwitch>;
};

export function ViewerHead({ job, legend, sides, ...tools }: ViewerHeadProps) {
  return (
    <div className="shrink-0 border-b border-line bg-surface">
      <JobBar job={job} />
      <div className="flex items-center">
        <PanelButtons {...tools} isDone={job.status === 'done'} />
        {legend !== undefined && <Legend {...legend} />}
      </div>
      <SideSwitch {...sides} />
    </div>
  );
}
