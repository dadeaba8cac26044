import { CARD_HEIGHT, CARD_WIDTH } from '../../infrastructure/share-card/share-card.port.js';
import type { SharedPost } from '../share-cards/share-cards.service.js';
import { isolated } from '../../shared/isolated.js';
import type { PageHead } from './page-head.js';

/**
 * The head of a public post's page. The address of its picture changes with the picture's content, so that caches show
 * a new rating.
 * @param publicUrl the site's address, without a trailing slash
 */
export function postHead({ postId, card, tag }: SharedPost, publicUrl: string): PageHead {
  const { rating } = card;
  const name = isolated(card.name);
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

/** The head if the post does not exist or is not public. */
export const missingPostHead: PageHead = {
  title: 'Post not found',
  description: 'This post does not exist.',
  canonical: null,
  type: 'website',
  image: null,
};

/** The head while it is unknown whether the post exists. */
export const unknownPostHead: PageHead = {
  ...missingPostHead,
  title: 'Post',
  description: 'This is not available right now. Please try again in a moment.',
};
