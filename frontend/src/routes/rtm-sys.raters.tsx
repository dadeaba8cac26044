import { createFileRoute } from '@tanstack/react-router';
import { Raters } from '../features/back-office/raters/Raters.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/raters')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Raters · Back Office'),
  component: Raters,
});
