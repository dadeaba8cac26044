import { createFileRoute } from '@tanstack/react-router';
import { Raters } from '../features/back-office/rating-fraud/raters.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/raters')({ ...adminPage('Raters'), component: Raters });
