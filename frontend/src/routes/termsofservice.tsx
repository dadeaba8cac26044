import { createFileRoute } from '@tanstack/react-router';
import { LegalDocument } from '../features/legal/LegalDocument.tsx';
import { terms } from '../features/legal/terms.tsx';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/termsofservice')({
  head: () => pageHead('Terms of Service', 'The terms under which adults may use Footnote.'),
  component: () => (
    <LegalDocument
      title="Terms of Service"
      dates="Effective 1 October 2025. Last updated: 6 October 2025."
      sections={terms}
    />
  ),
});
