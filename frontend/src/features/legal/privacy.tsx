import type { LegalSection } from './LegalDocument.tsx';

/** The sections of the Privacy Policy. */
export const privacy: readonly LegalSection[] = [
  { title: 'Information we collect', content: <p>Your email address and the photos that you upload.</p> },
];
