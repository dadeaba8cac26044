export const menuSheet =
  'z-40 max-h-[min(70vh,var(--radix-dropdown-menu-content-available-height))] w-64 max-w-[calc(100vw-2rem)] animate-fade overflow-y-auto rounded-card border-[1.5px] border-ink bg-sheet p-1.5 shadow-lift';

export const menuItem =
  'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-control px-3 font-medium outline-none data-highlighted:bg-wash ' +
  'data-highlighted:text-accent forced-colors:data-highlighted:system-chosen';

/** The look of a button in a row of a list. */
export const rowButton = 'min-h-9 px-2.5 py-1 text-sm whitespace-nowrap';

/** The look of a button in the bar above a list. */
export const barButton = 'min-h-10 px-3 py-1.5 text-[0.9375rem] max-sm:grow max-sm:px-2';
