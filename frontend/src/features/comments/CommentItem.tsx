import { isolated } from '@footnote/backend/shared/isolated.ts';
import { Link } from '@tanstack/react-router';
import { Heart, MessageSquareReply, Trash2 } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import type { Comment, User } from '../../api/generated/schema.d.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useStore } from '../../lib/create-store.ts';
import { plural, shownName } from '../../lib/wording.ts';
import { ReportControl } from '../report/ReportControl.tsx';
import { useForMembers } from '../session/MembersGate.tsx';
import { CommentForm } from './CommentForm.tsx';
import { useLikeComment } from './comments.queries.ts';
import { draftStore, type DraftTarget } from './drafts.ts';
import type { Thread } from './thread.ts';

const controlLook =
  'inline-flex min-h-11 items-center gap-1.5 rounded-control px-2.5 text-[0.9375rem] font-semibold text-soft hover:bg-wash hover:text-accent';

interface ControlsProps {
  postId: string;
  comment: Comment;
  isLiked: boolean;
  isOwn: boolean;
  isReplying: boolean;
  replyButton: RefObject<HTMLButtonElement | null>;
  onReply: (person: User) => void;
  onDelete: () => void;
}

function Controls({
  postId,
  comment,
  isLiked,
  isOwn,
  isReplying,
  replyButton,
  onReply,
  onDelete,
}: ControlsProps) {
  const forMembers = useForMembers();
  const { mutate: like } = useLikeComment(postId, comment.id);
  const name = shownName(comment);
  return (
    <div className="-ml-2.5 flex flex-wrap items-center">
      {/* Nobody may like or answer a hidden comment. */}
      {!comment.isHidden && (
        <>
          <button
            type="button"
            aria-pressed={isLiked}
            onClick={() => forMembers('Please sign up to like comments', () => like(!isLiked))}
            className={`${controlLook} unscripted:pointer-events-none`}
          >
            <Heart aria-hidden className={`size-4 ${isLiked ? 'fill-danger text-danger' : ''}`} />
            <span>{comment.likesCount}</span>
            <span className="sr-only">
              {`${plural(comment.likesCount, 'like')} of the comment by ${isolated(name)}`}
            </span>
          </button>
          <button
            ref={replyButton}
            type="button"
            aria-expanded={isReplying}
            onClick={() => forMembers('Please sign up to reply to comments', onReply)}
            className={`${controlLook} unscripted:hidden`}
          >
            <MessageSquareReply aria-hidden className="size-4" />
            Reply<span className="sr-only"> to {isolated(name)}</span>
          </button>
        </>
      )}
      {!isOwn && !comment.isHidden && (
        <ReportControl
          of={{ kind: 'comment', id: comment.id }}
          name={`the comment by ${isolated(name)}`}
          className={`${controlLook} unscripted:hidden`}
        />
      )}
      {isOwn && (
        <button type="button" onClick={onDelete} className={controlLook}>
          <Trash2 aria-hidden className="size-4" />
          Delete<span className="sr-only"> your comment</span>
        </button>
      )}
    </div>
  );
}

interface CommentItemProps {
  postId: string;
  /** The author of the post, whose comments are marked. */
  posterId: string | undefined;
  user: User | null;
  /** The ids of the comments that the user likes. */
  liked: ReadonlySet<string>;
  thread: Thread;
  onDelete: (comment: Comment) => void;
}

/** The reply form of a comment: whether it is open, and how to open and close it. */
function useReply(target: DraftTarget, mayReply: boolean) {
  const isBegun = useStore(draftStore, () => draftStore.find(target) !== undefined);
  const [isAskedFor, setAskedFor] = useState(false);
  const [isFolded, setFolded] = useState(false);
  const isOpen = isBegun && !isFolded;
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setAskedFor(false);
    button.current?.focus();
  };
  const toggle = ({ id: authorId }: User): void => {
    const text = draftStore.find(target)?.text ?? '';
    if (isOpen) {
      // Only Cancel discards the draft.
      if (text.trim() === '') draftStore.drop(target);
      else setFolded(true);
      return close();
    }
    setFolded(false);
    setAskedFor(true);
    // When it was rendered, the person may not have been known yet.
    return draftStore.write({ ...target, authorId }, text);
  };
  return { isReplying: mayReply && isOpen, isAskedFor, button, close, toggle };
}

/** The id of a comment's element, which can take the focus. */
export function elementIdOf(commentId: string): string {
  return `comment-${commentId}`;
}

export function CommentItem({ thread, ...around }: CommentItemProps) {
  const { postId, posterId, user, liked, onDelete } = around;
  const { comment, inReplyTo, replies } = thread;
  const name = shownName(comment);
  const target = { authorId: user?.id ?? '', postId, parent: { commentId: comment.id, name } };
  const { isReplying, isAskedFor, button, close, toggle } = useReply(target, user?.emailVerified ?? false);
  return (
    <li>
      <article
        id={elementIdOf(comment.id)}
        tabIndex={-1}
        aria-label={`Comment by ${isolated(name)}`}
        className="flex scroll-mt-6 gap-3 rounded-control data-first:bg-wash data-first:ring-8 data-first:ring-wash"
      >
        <Avatar
          name={name}
          colourOf={comment.userId}
          pictureUrl={comment.profilePictureUrl}
          className="mt-0.5 size-9"
        />
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-baseline gap-x-2 leading-snug">
            <Link
              to="/user/$userId"
              params={{ userId: comment.userId }}
              className="font-bold [overflow-wrap:anywhere] hover:text-accent hover:underline"
            >
              <bdi translate="no">{name}</bdi>
            </Link>
            {comment.userId === posterId && (
              <span className="rounded-full bg-wash px-2 text-[0.8125rem] font-semibold text-accent">
                Author
              </span>
            )}
            <RelativeTime
              iso={comment.createdAt}
              className="min-w-34 text-[0.9375rem] text-soft max-sm:basis-full"
            />
          </p>
          {inReplyTo && (
            <p className="text-[0.9375rem] [overflow-wrap:anywhere] text-soft">
              in reply to <bdi translate="no">{inReplyTo}</bdi>
            </p>
          )}
          <p dir="auto" className="mt-1 [overflow-wrap:anywhere] whitespace-pre-line">
            {comment.text}
          </p>
          <Controls
            postId={postId}
            comment={comment}
            isLiked={liked.has(comment.id)}
            isOwn={comment.userId === user?.id}
            isReplying={isReplying}
            replyButton={button}
            onReply={toggle}
            onDelete={() => onDelete(comment)}
          />
          {isReplying && <CommentForm target={target} takesFocus={isAskedFor} onClose={close} />}
        </div>
      </article>
      {replies.length > 0 && (
        <ul className="mt-3 ml-3 space-y-4 border-l-2 border-rule pl-3 sm:ml-4.5 sm:pl-5">
          {replies.map((reply) => (
            <CommentItem key={reply.comment.id} thread={reply} {...around} />
          ))}
        </ul>
      )}
    </li>
  );
}
