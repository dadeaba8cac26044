import { createFileRoute } from '@tanstack/react-router';
import { PersonPage } from '../features/back-office/person/PersonPage.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/user/$id')({ ...adminPage('Person'), component: PersonPage });
