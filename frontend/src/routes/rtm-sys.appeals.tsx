import { createFileRoute } from '@tanstack/react-router';
import { Appeals } from '../features/back-office/appeals.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/appeals')({ ...adminPage('Appeals'), component: Appeals });
