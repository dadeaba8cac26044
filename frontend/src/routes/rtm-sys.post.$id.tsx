import { createFileRoute } from '@tanstack/react-router';
import { PostPage } from '../features/back-office/posts/PostPage.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/post/$id')({ ...adminPage('Post'), component: PostPage });
