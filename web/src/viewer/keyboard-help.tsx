/** The list of keyboard shortcuts of the viewer. */
import type { TextKey } from '../i18n/locale.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Dialog } from '../ui/dialog.tsx';

type Shortcut = { readonly keys: readonly string[]; readonly text: TextKey<'viewer'> };

const shortcuts: readonly Shortcut[] = [
  { keys: ['/', 'Ctrl F'], text: 'keys.search' },
  { keys: ['n', 'N'], text: 'keys.hits' },
  { keys: ['o'], text: 'keys.outline' },
  { keys: ['q'], text: 'keys.quote' },
  { keys: ['j', 'k'], text: 'keys.blocks' },
  { keys: ['J', 'K'], text: 'keys.parts' },
  { keys: ['Tab', '↑', '↓'], text: 'keys.boxes' },
  { keys: ['t'], text: 'keys.toggle' },
  { keys: ['Esc'], text: 'keys.escape' },
  { keys: ['?'], text: 'keys.help' },
];

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

export function KeyboardHelp({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('viewer');
  const nameOf = (key: string) => (isMac() ? key.replace('Ctrl', '⌘') : key);
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl className="text-sm">
        {shortcuts.map(({ keys, text }) => (
          <div key={text} className="flex items-center justify-between gap-4 border-b border-line py-2">
            <dt>{t(text)}</dt>
            <dd className="flex shrink-0 gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-md border border-line-strong bg-sunken px-1.5 py-0.5 text-center font-mono text-xs"
                >
                  {nameOf(key)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
