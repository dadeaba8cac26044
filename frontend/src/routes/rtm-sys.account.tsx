import { createFileRoute } from '@tanstack/react-router';
import { OwnLogin } from '../features/back-office/own-login/OwnLogin.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/account')({ ...adminPage('Your Login'), component: OwnLogin });
