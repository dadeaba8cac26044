import { LoaderCircle } from 'lucide-react';
import { Slot } from 'radix-ui';
import type { ComponentProps, MouseEvent } from 'react';

// Every look has a border. In forced colours, which remove backgrounds, the border is what shows a button.
const base =
  'print:hidden inline-flex min-h-11 items-center justify-center gap-2 rounded-control border-[1.5px] px-5 py-2 text-center font-semibold ' +
  'leading-tight transition-[background-color,border-color,color,transform] duration-150 active:translate-y-px ' +
  'disabled:opacity-55 disabled:active:translate-y-0 aria-disabled:opacity-55 aria-disabled:active:translate-y-0';

const looks = {
  primary:
    'border-transparent bg-accent text-on-accent enabled:not-aria-disabled:hover:bg-accent-deep [a&]:hover:bg-accent-deep',
  secondary: 'border-ink bg-sheet text-ink hover:border-accent hover:text-accent',
  danger: 'border-danger bg-danger-wash text-danger hover:border-ink',
  quiet: 'border-transparent text-ink hover:bg-wash hover:text-accent',
} as const;

export type ButtonLook = keyof typeof looks;

interface ButtonProps extends Omit<ComponentProps<'button'>, 'aria-disabled'> {
  look?: ButtonLook;
  /** Applies the look to the only child (a link) instead of rendering a button. */
  asChild?: boolean;
  /** Shows that work is in progress, and ignores presses. */
  busy?: boolean;
  /** Ignores presses, but keeps the button focusable. */
  'aria-disabled'?: boolean;
}

/** Stops a submit button, and Enter in the fields of its form, from sending the form. */
function preventDefault(event: MouseEvent): void {
  event.preventDefault();
}

/**
 * A button of at least 44 px, the minimum size of a touch target. While it is busy or has `aria-disabled` it ignores
 * presses, including Enter in a field of its form. Unlike a `disabled` button it keeps the focus.
 */
export function Button({
  look = 'primary',
  asChild = false,
  busy = false,
  className = '',
  'aria-disabled': ariaDisabled,
  onClick,
  ...rest
}: ButtonProps) {
  const classes = `${base} ${looks[look]} ${className}`;
  if (asChild) return <Slot.Root className={classes} onClick={onClick} {...rest} />;
  const isOff = busy || ariaDisabled === true;
  return (
    <button
      type="button"
      className={classes}
      aria-busy={busy || undefined}
      aria-disabled={isOff || undefined}
      onClick={isOff ? preventDefault : onClick}
      {...rest}
    />
  );
}

export function ShowMore({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <div className="mt-8 text-center unscripted:hidden">
      <Button look="secondary" busy={busy} onClick={onClick}>
        {busy ? 'Loading…' : 'Show More'}
      </Button>
    </div>
  );
}

/** A spinner, hidden from screen readers: describe the work in text beside it. */
export function Spinner({ className = 'size-5' }: { className?: string }) {
  return <LoaderCircle aria-hidden className={`animate-spin ${className}`} />;
}
