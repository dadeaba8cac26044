import type { PageHead } from './page-head.js';

/** The head if the person does not exist. */
export const missingPersonHead: PageHead = {
  title: 'User Not Found',
  description: 'This person does not exist.',
  canonical: null,
  type: 'website',
  image: null,
};

/** The head while it is unknown whether the person exists. */
export const unknownPersonHead: PageHead = {
  ...missingPersonHead,
  title: 'Profile',
  description: 'This is not available right now. Please try again in a moment.',
};
