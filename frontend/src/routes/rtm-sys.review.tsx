import { createFileRoute } from '@tanstack/react-router';
import { ReviewPage } from '../features/back-office/review/ReviewPage.tsx';
import { reviewSearch } from '../lib/list-search.ts';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/review')({
  ...adminPage('Review'),
  validateSearch: reviewSearch,
  component: ReviewPage,
});
