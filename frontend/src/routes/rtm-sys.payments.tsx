import { createFileRoute } from '@tanstack/react-router';
import { Payments } from '../features/back-office/payments/payments.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/payments')({ ...adminPage('Payments'), component: Payments });
