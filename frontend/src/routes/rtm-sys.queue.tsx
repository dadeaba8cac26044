import { createFileRoute } from '@tanstack/react-router';
import { Queue } from '../features/back-office/review/queue.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/queue')({ ...adminPage('Review Queue'), component: Queue });
