import { Link } from '@tanstack/react-router';
import type { Post } from '../../api/types.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { formatDate } from '../../lib/dates.ts';
import { authorOf } from './author-of.ts';

/** Who has posted a photo and when; leads to their profile, if the post is linked to one. */
export function AuthorCard({ post }: { post: Post }) {
  const name = authorOf(post);
  return (
    <section aria-label="Author">
      <div className="relative flex items-center gap-4">
        <Avatar
          name={name}
          colourOf={post.userId ?? name}
          pictureUrl={post.profilePictureUrl}
          className="size-14 text-2xl"
        />
        <div className="min-w-0">
          <p className="text-lg leading-tight font-bold [overflow-wrap:anywhere]">
            {post.userId ? (
              // The link covers the whole card.
              <Link
                to="/user/$userId"
                params={{ userId: post.userId }}
                className="after:absolute after:inset-0 hover:text-accent hover:underline"
              >
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <bdi>{name}</bdi>
            )}
          </p>
          <p className="text-[0.9375rem] text-soft">
            Posted on <time dateTime={post.createdAt}>{formatDate(post.createdAt)}</time>
          </p>
        </div>
      </div>
      {/* A long bio stands whole on the profile. */}
      {post.bio && (
        <p dir="auto" className="mt-4 line-clamp-4 [overflow-wrap:anywhere] whitespace-pre-line">
          {post.bio}
        </p>
      )}
    </section>
  );
}
