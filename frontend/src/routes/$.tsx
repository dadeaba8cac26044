import { createFileRoute } from '@tanstack/react-router';
import { NotFound } from '../features/layout/NotFound.tsx';
import { pageHead } from '../lib/page-head.ts';

export const Route = createFileRoute('/$')({
  head: () => pageHead('Page not found', 'There is nothing at this address.'),
  component: NotFound,
});
