import { createFileRoute } from '@tanstack/react-router';
import { Posts } from '../features/back-office/posts/posts.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/posts')({ ...adminPage('Posts'), component: Posts });
