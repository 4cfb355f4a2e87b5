/** The menu button of narrow screens; opens the side bar in a dialog. */
import Menu from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { IconButton } from '../ui/button.tsx';
import { SideBar } from './side-bar.tsx';

export function MenuButton() {
  const { t } = useTranslation();
  const menu = useRef<HTMLDialogElement>(null);
  const close = () => menu.current?.close();
  return (
    <>
      <IconButton label={t('nav.open')} onClick={() => menu.current?.showModal()}>
        <Menu aria-hidden size={20} />
      </IconButton>
      <dialog
        ref={menu}
        aria-label={t('nav.label')}
        onPointerDown={(event) => {
          if (event.target === menu.current) close();
        }}
        className="m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r border-line bg-surface p-0 text-ink shadow-raised backdrop:bg-black/50"
      >
        <IconButton label={t('nav.close')} onClick={close} className="absolute top-3 right-3">
          <X aria-hidden size={20} />
        </IconButton>
        <SideBar onNavigate={close} />
      </dialog>
    </>
  );
}
