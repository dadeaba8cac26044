import { createFileRoute } from '@tanstack/react-router';
import { BlockedPage } from '../features/back-office/blocked/BlockedPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { pageHead, unlisted } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/blocked')({
  validateSearch: listSearch,
  head: () => unlisted(pageHead('Block List · Back Office', 'For people who look after the site.')),
  component: BlockedPage,
});
