import { createFileRoute } from '@tanstack/react-router';
import { Users } from '../features/back-office/users.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/users')({ ...adminPage('Users'), component: Users });
