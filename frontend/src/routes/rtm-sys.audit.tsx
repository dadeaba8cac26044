import { createFileRoute } from '@tanstack/react-router';
import { ComesLater } from '../features/back-office/layout/ComesLater.tsx';
import { pageHead, unlisted } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/audit')({
  head: () => unlisted(pageHead('Audit Trail · Back Office', 'For people who look after the site.')),
  component: () => (
    <ComesLater
      title="Audit Trail"
      text="Every act in the back office will be listed here: who, what, when and why."
    />
  ),
});
