import { createFileRoute, Outlet } from '@tanstack/react-router';
import { AdminWatch } from '../features/back-office/layout/AdminWatch.tsx';
import { DrawerBar } from '../features/back-office/layout/Drawer.tsx';
import { Sidebar } from '../features/back-office/layout/Sidebar.tsx';
import { AdminSignInAgain } from '../features/back-office/own-login/IdentityForm.tsx';
import { SearchEverything } from '../features/back-office/search/SearchEverything.tsx';
import { NotFound } from '../features/layout/ErrorPages.tsx';
import { backOfficeHead } from '../lib/page.ts';

/** Every page of the back office: the links beside it, or in a drawer on small screens. */
function Layout() {
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

export const Route = createFileRoute('/rtm-sys')({
  // Imported here, so that visitors do not load the back office.
  beforeLoad: async (page) => (await import('../features/back-office/layout/guard.ts')).adminsOnly(page),
  head: () => backOfficeHead('Back Office'),
  notFoundComponent: NotFound,
  component: Layout,
});
