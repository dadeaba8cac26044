import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '../features/back-office/audit/AuditPage.tsx';
import { auditSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/audit')({
  validateSearch: auditSearch,
  head: () => backOfficeHead('Audit Trail · Back Office'),
  component: AuditPage,
});
