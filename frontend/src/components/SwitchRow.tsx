import { Switch } from 'radix-ui';
import { useId } from 'react';

interface SwitchRowProps {
  label: string;
  /** What it switches, in one sentence. */
  description: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function SwitchRow({ label, description, checked, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-5 py-4">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <label htmlFor={id} className="cursor-pointer font-semibold">
          {label}
        </label>
        <p id={`${id}-about`} className="text-[0.9375rem] text-soft">
          {description}
        </p>
      </div>
      <Switch.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        aria-describedby={`${id}-about`}
        className="relative mt-0.5 h-8 w-14 shrink-0 rounded-full border-[1.5px] border-line bg-rule transition-colors before:absolute before:-inset-2 data-[state=checked]:border-accent data-[state=checked]:bg-accent forced-colors:data-[state=checked]:system-chosen"
      >
        <Switch.Thumb className="block size-6 translate-x-1 rounded-full bg-ink transition-transform data-[state=checked]:translate-x-6.5 data-[state=checked]:bg-on-accent forced-colors:bg-[CanvasText] forced-colors:data-[state=checked]:bg-[HighlightText]" />
      </Switch.Root>
    </div>
  );
}
