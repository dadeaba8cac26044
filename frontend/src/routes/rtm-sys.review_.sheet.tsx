import { createFileRoute } from '@tanstack/react-router';
import { SheetPage } from '../features/back-office/review/SheetPage.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/review_/sheet')({
  ...adminPage('Approve Many'),
  component: SheetPage,
});
