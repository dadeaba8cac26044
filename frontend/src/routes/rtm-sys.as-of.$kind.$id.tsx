import { createFileRoute } from '@tanstack/react-router';
import { AsOfPage } from '../features/back-office/as-of/AsOfPage.tsx';
import { NotFound } from '../features/layout/ErrorPages.tsx';
import { momentSearch } from '../lib/list-search.ts';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/as-of/$kind/$id')({
  ...adminPage('As It Was'),
  validateSearch: momentSearch,
  notFoundComponent: NotFound,
  component: AsOfPage,
});
