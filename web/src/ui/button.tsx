/** Buttons in four variants, and the classes for links that look like a button. */
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classNames } from './class-names.ts';

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger';
type Size = 'small' | 'medium' | 'small-square' | 'square';

const variants: Readonly<Record<Variant, string>> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent shadow-card',
  secondary: 'bg-surface text-ink border-line hover:border-line-strong hover:bg-sunken shadow-card',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunken',
  danger: 'bg-danger-soft text-danger border-danger/40 hover:border-danger',
};

const sizes: Readonly<Record<Size, string>> = {
  small: 'h-8 px-2.5 text-sm',
  medium: 'h-10 px-4 text-sm',
  'small-square': 'size-8',
  square: 'size-10',
};

export function buttonClasses(variant: Variant = 'secondary', size: Size = 'medium'): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-lg border font-medium whitespace-nowrap select-none',
    'transition-colors disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50',
    variants[variant],
    sizes[size],
  );
}

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly variant?: Variant;
  readonly size?: Size;
};

export function Button({ variant, size, className, type = 'button', ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={classNames(buttonClasses(variant, size), className)} />;
}

type IconButtonProps = Omit<ButtonProps, 'aria-label' | 'children' | 'size'> & {
  readonly label: string;
  readonly size?: 'small' | 'medium';
  readonly children: ReactNode;
};

/** A square button with an icon; the label is its accessible name and its tooltip. */
export function IconButton({ label, variant = 'quiet', size = 'medium', ...rest }: IconButtonProps) {
  const square = size === 'small' ? 'small-square' : 'square';
  return <Button {...rest} variant={variant} size={square} aria-label={label} title={label} />;
}
