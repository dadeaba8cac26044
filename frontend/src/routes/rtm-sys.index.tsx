import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/rtm-sys/')({
  beforeLoad: () => {
    throw redirect({ to: '/rtm-sys/posts', replace: true });
  },
});
