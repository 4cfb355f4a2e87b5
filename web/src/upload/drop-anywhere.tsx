/** Accepts files dropped on any page and shows an overlay while they are dragged. */
import { useNavigate } from '@tanstack/react-router';
import FileDown from 'lucide-react/icons/file-down';
import { useEffect, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { chosenOptions } from '../options/chosen-options.ts';
import { useDashboard } from '../session/dashboard-context.ts';
import { useReportLostFiles } from './use-uploads.ts';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

export function DropAnywhere() {
  const { t } = useTranslation();
  const reportLost = useReportLostFiles();
  const { uploads } = useDashboard();
  const navigate = useNavigate();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    // Entering a child also fires `dragleave` on its parent, so enter and leave events are counted.
    let depth = 0;
    const onEnter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth += 1;
      setIsOver(true);
      uploads.prepare().catch(() => {});
    };
    const onLeave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setIsOver(false);
    };
    const onOver = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setIsOver(false);
      uploads.add([...(event.dataTransfer?.files ?? [])], chosenOptions()).catch(reportLost);
      void navigate({ to: '/' });
    };
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener('dragenter', onEnter, { signal });
    addEventListener('dragleave', onLeave, { signal });
    addEventListener('dragover', onOver, { signal });
    addEventListener('drop', onDrop, { signal });
    return () => controller.abort();
  }, [uploads, navigate, reportLost]);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-40 grid place-items-center bg-canvas/85 p-6">
      <div className="flex flex-col items-center gap-4 rounded-3xl border-2 border-dashed border-accent bg-surface px-16 py-14 text-accent shadow-raised">
        <FileDown aria-hidden size={44} />
        <p className="text-xl font-semibold">{t('drop')}</p>
      </div>
    </div>
  );
}
