/** The list of toasts, as a live region for screen readers. */
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import X from 'lucide-react/icons/x';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button, IconButton } from './button.tsx';
import { dismissToast, type Toast, useToasts } from './toast-store.ts';

const icons = { info: Info, success: CircleCheck, danger: CircleAlert } as const;
const tones = { info: 'text-info', success: 'text-success', danger: 'text-danger' } as const;

function ToastCard({ toast }: { readonly toast: Toast }) {
  const { t } = useTranslation();
  const Icon = icons[toast.tone];
  return (
    <li className="pointer-events-auto flex items-center gap-3 rounded-xl border border-line bg-surface py-2 pr-2 pl-4 shadow-raised">
      <Icon aria-hidden size={18} className={`shrink-0 ${tones[toast.tone]}`} />
      <span className="min-w-0 flex-1 text-sm break-words">{toast.text}</span>
      {toast.action !== undefined && (
        <Button
          size="small"
          onClick={() => {
            toast.action?.run();
            dismissToast(toast.id);
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton size="small" label={t('action.close')} onClick={() => dismissToast(toast.id)}>
        <X aria-hidden size={16} />
      </IconButton>
    </li>
  );
}

export function Toasts() {
  const { t } = useTranslation();
  const toasts = useToasts();
  return (
    <section
      aria-label={t('toasts')}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 sm:left-auto sm:w-96"
    >
      <ul className="flex flex-col gap-2">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </ul>
    </section>
  );
}
