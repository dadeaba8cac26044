import { Menu, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { closeOnEscape } from '../../../components/dialog-behaviour.ts';
import { Logo } from '../../../components/Logo.tsx';
import { Sidebar } from './Sidebar.tsx';

/** By default a dialog passes over links, and would focus a button far below them. */
function focusFirstLink(event: Event): void {
  event.preventDefault();
  (event.currentTarget as HTMLElement).querySelector<HTMLElement>('nav a')?.focus();
}

/** The bar of small screens, whose button opens the links as a drawer. */
export function DrawerBar() {
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <header className="sticky top-0 z-20 flex h-16 items-center justify-between gap-3 border-b-[1.5px] border-ink bg-paper px-4 lg:hidden">
        <Logo />
        <Dialog.Trigger
          aria-label="Open menu"
          className="grid size-11 place-items-center rounded-control hover:bg-wash"
        >
          <Menu aria-hidden className="size-6" />
        </Dialog.Trigger>
      </header>
      <Dialog.Portal>
        <Dialog.Overlay
          data-shade
          className="fixed inset-0 z-30 animate-fade bg-[rgb(20_16_10/0.6)] lg:hidden"
        />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focusFirstLink}
          onKeyDown={closeOnEscape(() => setOpen(false))}
          className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] animate-slide flex-col border-r-[1.5px] border-ink bg-sheet px-3 py-5 shadow-lift outline-none lg:hidden"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <Sidebar onLeave={() => setOpen(false)} />
          <Dialog.Close
            aria-label="Close menu"
            className="absolute top-4 right-3 grid size-11 place-items-center rounded-control hover:bg-wash hover:text-accent"
          >
            <X aria-hidden className="size-5" />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
