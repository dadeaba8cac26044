import { createFileRoute } from '@tanstack/react-router';
import { BoostsPage } from '../features/back-office/boosts/BoostsPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/boosts')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Boosts · Back Office'),
  component: BoostsPage,
});
