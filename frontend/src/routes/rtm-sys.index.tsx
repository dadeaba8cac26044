import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/rtm-sys/')({
  // Imported here, so that visitors do not load the back office.
  beforeLoad: async (page) => (await import('../features/back-office/layout/guard.ts')).toFirstPage(page),
});
