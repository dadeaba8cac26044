import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { Menu, X } from 'lucide-react';
import type { Middleware } from 'openapi-fetch';
import { Dialog } from 'radix-ui';
import { useEffect, useState } from 'react';
import { isOfBackOffice } from '../../api/acting-account.ts';
import { ApiError, watchFailures } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { closeOnEscape } from '../../components/dialog-behaviour.ts';
import { Logo } from '../../components/Logo.tsx';
import { toast } from '../../components/toast.ts';
import { AdminSignInAgain } from './account/IdentityForm.tsx';
import { Sidebar } from './layout/Sidebar.tsx';
import { SearchEverything } from './search/SearchEverything.tsx';
import { adminQuery, entryQuery } from './session/admin.queries.ts';
import { leaveForLogin } from './session/leave.ts';

const late: Middleware = {
  onResponse({ response, schemaPath }) {
    if (!isOfBackOffice(schemaPath) || response.headers.get('x-decision') !== 'pending') return;
    toast({ title: 'Decided', description: 'What follows from it is still being carried out.' });
  },
};

/**
 * Notices by the first call that fails that the admin's session has ended, and opens the login; or that an authenticator
 * app is required by now, and opens the page that connects one. Says when a decision is not carried out yet.
 */
function AdminWatch() {
  const queryClient = useQueryClient();
  const router = useRouter();
  // Read while it may be known: once the session has ended, its address may be told no more.
  useQuery(entryQuery);
  const { data: admin } = useQuery({ ...adminQuery, refetchOnWindowFocus: 'always' });
  useEffect(() => {
    const leave = (): void => leaveForLogin(queryClient.getQueryData(entryQuery.queryKey), true);
    if (admin === null) leave();
    const readAgain = async (): Promise<void> => {
      await queryClient.invalidateQueries(adminQuery);
      await router.invalidate();
    };
    return watchFailures(queryClient, (error) => {
      if (!(error instanceof ApiError) || !error.isOfBackOffice) return;
      if (error.status === 401) leave();
      if (error.code === 'totp_missing') void readAgain();
    });
  }, [admin, queryClient, router]);
  useEffect(() => {
    api.use(late);
    return () => api.eject(late);
  }, []);
  return null;
}

/** By default a dialog passes over links, and would focus a button far below them. */
function focusFirstLink(event: Event): void {
  event.preventDefault();
  (event.currentTarget as HTMLElement).querySelector<HTMLElement>('nav a')?.focus();
}

/** The bar of small screens, whose button opens the links as a drawer. */
function DrawerBar() {
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

/** Every page of the back office: the links beside it, or in a drawer on small screens. */
export function Layout() {
  return (
    <>
      <DrawerBar />
      <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <header className="sticky top-0 hidden h-dvh flex-col border-r-[1.5px] border-ink bg-sheet px-3 py-5 lg:flex">
          <Sidebar />
        </header>
        <div className="min-w-0">
          <div className="px-4 pt-4 sm:px-6 lg:px-8 lg:pt-6">
            <SearchEverything />
          </div>
          <main id="main" tabIndex={-1} className="px-4 pt-6 pb-16 sm:px-6 lg:px-8">
            <Outlet />
          </main>
        </div>
      </div>
      <AdminWatch />
      <AdminSignInAgain />
    </>
  );
}
