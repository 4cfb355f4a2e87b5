/** A square button that shows an icon and says its name to those who cannot see it. */
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';

type IconButtonProps = Omit<ButtonProps, 'aria-label' | 'children' | 'size'> & {
  readonly label: string;
  readonly size?: 'small' | 'medium';
  readonly children: ReactNode;
};

export function IconButton({ label, variant = 'quiet', size = 'medium', ...rest }: IconButtonProps) {
  const square = size === 'small' ? 'small-square' : 'square';
  return <Button {...rest} variant={variant} size={square} aria-label={label} title={label} />;
}
