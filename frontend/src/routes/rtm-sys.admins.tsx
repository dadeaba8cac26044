import { createFileRoute } from '@tanstack/react-router';
import { AdminsPage } from '../features/back-office/admins/AdminsPage.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/admins')({ ...adminPage('Admins'), component: AdminsPage });
