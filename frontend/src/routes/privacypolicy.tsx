import { createFileRoute } from '@tanstack/react-router';
import { LegalDocument } from '../features/legal/LegalDocument.tsx';
import { privacy } from '../features/legal/privacy.tsx';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/privacypolicy')({
  head: () =>
    pageHead('Privacy Policy', 'What data Footnote stores about you, why, for how long, and your rights.'),
  component: () => (
    <LegalDocument title="Privacy Policy" dates="Last updated: 6 October 2025." sections={privacy} />
  ),
});
