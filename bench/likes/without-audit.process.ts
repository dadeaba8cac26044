import { audit } from '@footnote/backend/projections/audit/audit.js';
import { projections } from '@footnote/backend/projections/projections.js';

// The real server as it would be without this view.
(projections as unknown[]).splice(
  projections.findIndex(({ name }) => name === audit.name),
  1,
);
await import('@footnote/backend/main.js');
