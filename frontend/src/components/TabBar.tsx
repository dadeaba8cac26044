import { Tabs } from 'radix-ui';

interface TabBarProps {
  /** What the tabs choose, for screen readers. */
  label: string;
  options: readonly (readonly [value: string, text: string])[];
}

/** The row of tabs of the `Tabs.Root` around it. */
export function TabBar({ label, options }: TabBarProps) {
  return (
    <Tabs.List
      aria-label={label}
      className="inline-flex max-w-full rounded-control border-[1.5px] border-ink bg-sheet p-1"
    >
      {options.map(([value, text]) => (
        <Tabs.Trigger
          key={value}
          value={value}
          className="min-h-9 rounded-[0.3rem] px-3.5 text-[0.9375rem] font-semibold whitespace-nowrap text-soft transition-colors hover:text-ink data-[state=active]:bg-ink data-[state=active]:text-paper forced-colors:data-[state=active]:system-chosen"
        >
          {text}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  );
}
