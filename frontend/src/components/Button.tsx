import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';

const base =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-5 py-2 text-center font-semibold ' +
  'leading-tight transition-[background-color,border-color,color,transform] duration-150 active:translate-y-px ' +
  'disabled:opacity-55 disabled:active:translate-y-0';

const looks = {
  primary: 'bg-accent text-on-accent enabled:hover:bg-accent-deep [a&]:hover:bg-accent-deep',
  secondary: 'border-[1.5px] border-ink bg-sheet text-ink hover:border-accent hover:text-accent',
  danger: 'border-[1.5px] border-danger bg-danger-wash text-danger hover:border-ink',
  quiet: 'text-ink hover:bg-wash hover:text-accent',
} as const;

/** The look of a button, also for links. */
export type ButtonLook = keyof typeof looks;

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook;
  /** Gives the look to the one child (a link) instead of rendering a button. */
  asChild?: boolean;
  /** Shows that its work goes on, and lets nobody press it meanwhile. */
  busy?: boolean;
}

/** A button of at least 44 px, the least that a thumb hits surely. */
export function Button({
  look = 'primary',
  asChild = false,
  busy = false,
  className = '',
  disabled,
  ...rest
}: ButtonProps) {
  const classes = `${base} ${looks[look]} ${className}`;
  if (asChild) return <Slot.Root className={classes} {...rest} />;
  return (
    <button
      type="button"
      className={classes}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    />
  );
}
