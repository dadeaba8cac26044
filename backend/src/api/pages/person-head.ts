import type { PublicPerson } from '../../projections/accounts/people.js';
import { isolated } from '../../shared/isolated.js';
import { type PageHead, siteImage } from './page-head.js';

/**
 * The head of a person's page.
 * @param publicUrl the site's address, without a trailing slash
 */
export function personHead(
  { username, displayUsername }: PublicPerson,
  id: string,
  publicUrl: string,
): PageHead {
  const name = isolated(displayUsername ?? username);
  return {
    title: name,
    description: `The posts of ${name} on Footnote.`,
    canonical: `${publicUrl}/user/${id}`,
    type: 'website',
    image: siteImage(publicUrl),
  };
}

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
