/**
 * A modal dialog built on the native element: it traps focus, closes on Escape and makes the rest inert. A
 * library's dialog would inject a style sheet to lock scrolling, which the Content-Security-Policy blocks.
 */
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { IconButton } from './button.tsx';

type DialogProps = {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
  /** False when the content cannot be shown again, such as a new API key. */
  readonly isDismissible?: boolean;
};

export function Dialog({ title, children, onClose, isDismissible = true }: DialogProps) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (isDismissible) onClose();
      }}
      onPointerDown={(event) => {
        if (isDismissible && event.target === dialog.current) onClose();
      }}
      className="m-auto w-[min(32rem,calc(100vw-2rem))] max-h-[calc(100dvh-2rem)] rounded-2xl border border-line bg-surface p-0 text-ink shadow-raised backdrop:bg-black/50"
    >
      <div className="p-6">
        <div className="mb-4 flex items-start justify-between gap-4">
          <h2 id={titleId} className="text-lg font-semibold">
            {title}
          </h2>
          {isDismissible && (
            <IconButton size="small" label={t('action.close')} onClick={onClose} className="-mt-1 -mr-2">
              <X aria-hidden size={18} />
            </IconButton>
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
}
