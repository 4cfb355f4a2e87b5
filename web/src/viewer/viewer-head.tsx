/** The rows above the panes: the job and, once it is done, the document tools and the element types. */
import type { ComponentProps } from 'react';
import type { DocumentModel } from './document/document-model.ts';
import { PanelButtons } from './find/panel-buttons.tsx';
import { JobBar } from './job/job-bar.tsx';
import { Legend } from './legend.tsx';
import { SideSwitch } from './split-pane.tsx';

type ViewerHeadProps = ComponentProps<typeof PanelButtons> & {
  readonly model: DocumentModel | undefined;
  readonly legend: ComponentProps<typeof Legend> | undefined;
  readonly sides: ComponentProps<typeof SideSwitch>;
};

export function ViewerHead({ job, model, legend, sides, ...tools }: ViewerHeadProps) {
  return (
    <div className="shrink-0 border-b border-line bg-surface">
      <JobBar job={job} model={model} />
      {job.status === 'done' && (
        <div className="flex items-center lg:flex-wrap">
          <PanelButtons {...tools} job={job} />
          {legend !== undefined && <Legend {...legend} />}
        </div>
      )}
      <SideSwitch {...sides} />
    </div>
  );
}
