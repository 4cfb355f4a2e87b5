/** Copies a text to the clipboard and confirms it for two seconds. */
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from './button.tsx';

const shownMs = 2_000;

type CopyButtonProps = {
  readonly text: string;
  readonly label?: string;
  readonly size?: 'small' | 'medium';
};

export function CopyButton({ text, label, size = 'small' }: CopyButtonProps) {
  const { t } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const Icon = isCopied ? Check : Copy;
  return (
    <Button
      size={size}
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => setIsCopied(true),
          () => {},
        );
      }}
    >
      <Icon aria-hidden size={15} />
      <span aria-live="polite">{isCopied ? t('action.copied') : (label ?? t('action.copy'))}</span>
    </Button>
  );
}
