import { createFileRoute } from '@tanstack/react-router';
import { AppealsPage } from '../features/back-office/appeals/AppealsPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/appeals')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Appeals · Back Office'),
  component: AppealsPage,
});
