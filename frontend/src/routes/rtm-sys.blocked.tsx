import { createFileRoute } from '@tanstack/react-router';
import { BlockedPage } from '../features/back-office/blocked/BlockedPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/blocked')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Block List · Back Office'),
  component: BlockedPage,
});
