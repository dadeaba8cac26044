import { createFileRoute } from '@tanstack/react-router';
import { ComesLater } from '../features/back-office/layout/ComesLater.tsx';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/comments')({
  head: () => backOfficeHead('Comments · Back Office'),
  component: () => <ComesLater title="Comments" text="It is being built." />,
});
