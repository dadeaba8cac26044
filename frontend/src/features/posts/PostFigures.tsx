import { Heart, type LucideIcon, MessageCircle, Star } from 'lucide-react';

interface Figure {
  icon: LucideIcon;
  count: number;
  one: string;
  many: string;
}

interface PostFiguresProps {
  /** Left out where a rating stands beside it anyway. */
  votes?: number;
  likes: number;
  comments: number;
  className?: string;
}

/** How much a post has moved people: votes, likes, comments. */
export function PostFigures({ votes, likes, comments, className = '' }: PostFiguresProps) {
  const figures: Figure[] = [
    ...(votes === undefined ? [] : [{ icon: Star, count: votes, one: 'vote', many: 'votes' }]),
    { icon: Heart, count: likes, one: 'like', many: 'likes' },
    { icon: MessageCircle, count: comments, one: 'comment', many: 'comments' },
  ];
  return (
    <span className={`flex items-center gap-3 ${className}`}>
      {figures.map(({ icon: Icon, count, one, many }) => (
        <span key={one} className="flex items-center gap-1">
          <Icon aria-hidden className="size-4" />
          {count}
          <span className="sr-only"> {count === 1 ? one : many}</span>
        </span>
      ))}
    </span>
  );
}
