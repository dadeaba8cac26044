import type { LegalSection } from './LegalDocument.tsx';

/** The sections of the Terms of Service. */
export const terms: readonly LegalSection[] = [
  { title: 'Eligibility', content: <p>You must be 18 or older to use this site.</p> },
];
