import { createFileRoute } from '@tanstack/react-router';
import { Comments } from '../features/back-office/comments.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/comments')({ ...adminPage('Comments'), component: Comments });
