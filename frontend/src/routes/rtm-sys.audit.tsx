import { createFileRoute } from '@tanstack/react-router';
import { ComesLater } from '../features/back-office/layout/ComesLater.tsx';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/audit')({
  head: () => backOfficeHead('Audit Trail · Back Office'),
  component: () => (
    <ComesLater
      title="Audit Trail"
      text="Every act in the back office will be listed here: who, what, when and why."
    />
  ),
});
