import { createFileRoute } from '@tanstack/react-router';
import { PastBoardPage } from '../features/back-office/as-of/PastBoardPage.tsx';
import { momentSearch } from '../lib/list-search.ts';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/as-of/board')({
  ...adminPage('The Board as It Was'),
  validateSearch: momentSearch,
  component: PastBoardPage,
});
