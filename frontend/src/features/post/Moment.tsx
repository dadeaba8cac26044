import { useEffect, useState } from 'react';
import type { Post } from '../../api/generated/schema.d.ts';
import { justPublished } from '../../lib/just-published.ts';
import { PublishedMoment } from './published-moment.ts';

/** Above the page of a post that its owner has just published, until they close it. */
export function Moment({ post }: { post: Post }) {
  const [isOpen, setOpen] = useState(() => justPublished.read() === post.id);
  useEffect(() => justPublished.write(null), []);
  return isOpen && <PublishedMoment post={post} onClose={() => setOpen(false)} />;
}
