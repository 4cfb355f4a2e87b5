/** Warns before the page is closed while files are not yet uploaded. */
import { useEffect } from 'react';
import { isUnsent } from './upload.ts';
import { useUploads } from './use-uploads.ts';

export function LeaveWarning() {
  const isNeeded = useUploads().some(isUnsent);
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isNeeded]);
  return null;
}
