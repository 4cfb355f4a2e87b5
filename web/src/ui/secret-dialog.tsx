/** Shows a secret once. It closes only when the user confirms that the secret is saved. */
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';

type SecretDialogProps = {
  readonly title: string;
  readonly warning: string;
  readonly label: string;
  readonly secret: string;
  readonly confirmLabel: string;
  readonly onClose: () => void;
};

export function SecretDialog({ title, warning, label, secret, confirmLabel, onClose }: SecretDialogProps) {
  return (
    <Dialog title={title} isDismissible={false} onClose={onClose}>
      <p className="mb-4 flex gap-2 rounded-lg bg-warning-soft p-3 text-sm text-warning">
        <TriangleAlert aria-hidden size={18} className="shrink-0" />
        {warning}
      </p>
      <div className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-sunken p-3">
        {/* biome-ignore lint/a11y/useSemanticElements: browsers may store the content of an input field */}
        <code
          role="group"
          aria-label={label}
          className="min-w-0 flex-1 basis-52 font-mono text-sm break-all select-all"
        >
          {secret}
        </code>
        <CopyButton text={secret} />
      </div>
      <div className="mt-6 flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
