import { CARD_HEIGHT, CARD_WIDTH } from '../../infrastructure/share-card/share-card.port.js';
import type { SharedPost } from '../share-cards/share-cards.service.js';
import type { PageHead } from './page-head.js';

/**
 * What the page of a public post says of itself. The picture's address changes with what stands on it: those who keep
 * pictures by their address show a new rating, too.
 * @param publicUrl the site's address, without a slash at its end
 */
export function postHead({ postId, card, tag }: SharedPost, publicUrl: string): PageHead {
  const { name, rating } = card;
  return {
    title: `Photo by ${name}`,
    description: rating
      ? `Rated ${rating.score} out of 10 on the Footnote leaderboard.`
      : 'Not yet rated on the Footnote leaderboard.',
    canonical: `${publicUrl}/post/${postId}`,
    type: 'article',
    image: {
      url: `${publicUrl}/api/posts/${postId}/card.png?v=${tag}`,
      width: CARD_WIDTH,
      height: CARD_HEIGHT,
      alt: rating
        ? `A photo by ${name}, rated ${rating.score} out of 10: ${rating.label}.`
        : `A photo by ${name}, not yet rated.`,
    },
  };
}

/** What the page says where there is no post, or none that anybody may see. */
export const missingPostHead: PageHead = {
  title: 'Post not found',
  description: 'This post does not exist.',
  canonical: null,
  type: 'website',
  image: null,
};

/** What the page says while nobody can tell whether there is a post. */
export const unknownPostHead: PageHead = {
  ...missingPostHead,
  title: 'Post',
  description: 'This is not available right now. Please try again in a moment.',
};
