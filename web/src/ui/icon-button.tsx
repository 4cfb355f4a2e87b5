/** A square button that shows an icon and says its name to those who cannot see it. */
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { classNames } from './class-names.ts';

type IconButtonProps = Omit<ButtonProps, 'aria-label' | 'children'> & {
  readonly label: string;
  readonly children: ReactNode;
};

export function IconButton({ label, look = 'quiet', size = 'medium', className, ...rest }: IconButtonProps) {
  const square = size === 'small' ? 'w-8 px-0' : 'w-10 px-0';
  return (
    <Button
      {...rest}
      look={look}
      size={size}
      aria-label={label}
      title={label}
      className={classNames(square, className)}
    />
  );
}
