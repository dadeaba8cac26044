import { createFileRoute } from '@tanstack/react-router';
import { NotFound } from '../features/layout/ErrorPages.tsx';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/$')({
  head: () => pageHead('Page not found', 'There is nothing at this address.'),
  component: NotFound,
});
