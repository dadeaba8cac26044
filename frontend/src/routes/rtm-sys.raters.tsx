import { createFileRoute } from '@tanstack/react-router';
import { Raters } from '../features/back-office/raters/Raters.tsx';
import { listSearch } from '../lib/list-search.ts';
import { pageHead, unlisted } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/raters')({
  validateSearch: listSearch,
  head: () => unlisted(pageHead('Raters · Back Office', 'For people who look after the site.')),
  component: Raters,
});
