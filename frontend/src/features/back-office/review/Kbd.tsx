/** The name of a key. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="rounded-[0.25rem] border border-line bg-sheet px-1.5 font-sans text-sm leading-snug font-normal text-ink">
      {children}
    </kbd>
  );
}
