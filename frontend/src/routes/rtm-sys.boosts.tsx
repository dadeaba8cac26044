import { createFileRoute } from '@tanstack/react-router';
import { BoostsPage } from '../features/back-office/boosts/BoostsPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { pageHead, unlisted } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/boosts')({
  validateSearch: listSearch,
  head: () => unlisted(pageHead('Boosts · Back Office', 'For people who look after the site.')),
  component: BoostsPage,
});
