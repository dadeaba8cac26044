import { createFileRoute } from '@tanstack/react-router';
import { Reports } from '../features/back-office/reports.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/reports')({ ...adminPage('Reports'), component: Reports });
