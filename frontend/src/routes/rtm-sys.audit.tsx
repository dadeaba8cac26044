import { createFileRoute } from '@tanstack/react-router';
import { AuditTrail } from '../features/back-office/audit/audit.tsx';
import { auditSearch } from '../lib/list-search.ts';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/audit')({
  ...adminPage('Audit Trail'),
  validateSearch: auditSearch,
  component: AuditTrail,
});
