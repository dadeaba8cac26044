import { createFileRoute } from '@tanstack/react-router';
import { RaterPage } from '../features/back-office/raters/RaterPage.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/rater/$id')({ ...adminPage('Rater'), component: RaterPage });
