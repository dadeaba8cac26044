import { createFileRoute } from '@tanstack/react-router';
import { RaterPage } from '../features/back-office/rating-fraud/RaterPage.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/rater/$id')({ ...adminPage('Rater'), component: RaterPage });
