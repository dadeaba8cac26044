import { createFileRoute } from '@tanstack/react-router';
import { Boosts } from '../features/back-office/boosts.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/boosts')({ ...adminPage('Boosts'), component: Boosts });
