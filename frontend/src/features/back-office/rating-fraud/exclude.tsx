import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { limits } from '../../../api/generated/limits.ts';
import type { Comparison } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Notice } from '../../../components/Notice.tsx';
import { counted, DELETED_ACCOUNT } from '../../../lib/wording.ts';
import { type Act, acted, pathOf } from '../acts/act.ts';
import { TextDialog } from '../acts/ask.tsx';

type Compared = Comparison['posts'][number];

function Change({ now, without }: { now: string | number; without: string | number }) {
  if (now === without) return <span className="text-soft">{now}</span>;
  return (
    <>
      {now} <span aria-hidden>→</span>
      <span className="sr-only">would become</span> <strong>{without}</strong>
    </>
  );
}

function PostsMoved({ posts }: { posts: readonly Compared[] }) {
  if (posts.length === 0) return <p className="text-soft">No public post would change.</p>;
  return (
    <div className="max-h-64 overflow-y-auto">
      <table className="w-full text-left text-[0.9375rem]">
        <thead>
          <tr className="border-b-2 border-ink">
            <th className="py-1.5 pr-3">Post by</th>
            <th className="py-1.5 pr-3 text-right">Rating</th>
            <th className="py-1.5 text-right">Rank</th>
          </tr>
        </thead>
        <tbody>
          {posts.map(({ now, without }) => (
            <tr key={now.postId} className="border-b border-rule">
              <td className="py-1.5 pr-3">
                <Link
                  to="/rtm-sys/post/$id"
                  params={{ id: now.postId }}
                  className="text-link [overflow-wrap:anywhere]"
                >
                  {now.owner.name ?? DELETED_ACCOUNT}
                </Link>
              </td>
              <td className="py-1.5 pr-3 text-right whitespace-nowrap">
                <Change now={now.averageRating} without={without.averageRating} />
              </td>
              <td className="py-1.5 text-right whitespace-nowrap">
                <Change now={now.rank} without={without.rank} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface WhatIfProps extends Pick<
  ComponentProps<typeof TextDialog>,
  'onClose' | 'title' | 'action' | 'busy' | 'onDecide'
> {
  raterId: string;
  /** Only the rating of this post; else all of the person. */
  postId: string | undefined;
}

/** What the board would be without some ratings, and excluding them. */
function WhatIf({ raterId, postId, ...dialog }: WhatIfProps) {
  const { data, error } = useQuery({
    queryKey: queryKeys.backOffice.comparison(raterId, postId),
    queryFn: () => {
      const query = postId === undefined ? {} : { postId };
      const params = { ...pathOf({ id: raterId }).params, query };
      return bodyOf(api.GET('/api/rtm-sys/raters/{id}/what-if', { params }));
    },
    refetchOnMount: 'always',
  });
  return (
    <TextDialog
      {...dialog}
      description={
        postId === undefined
          ? 'No rating of this person counts, neither those given nor later ones. You can undo it.'
          : 'The rating no longer counts. You can undo it.'
      }
      label="Note for other admins"
      limit={limits.NoteRequest.note.maxLength}
      missing="Please say why"
    >
      {error && <Notice look="danger">{messageOf(error, 'The comparison could not be loaded.')}</Notice>}
      {!data && !error && (
        <div role="status" className="h-24 animate-breathe rounded-control bg-rule">
          <span className="sr-only">Comparing…</span>
        </div>
      )}
      {data && (
        <>
          <p>
            <strong>{counted(data.ratings, 'rating')}</strong> would no longer count.
            {!data.isComplete && <span> The newest 1,000 are compared.</span>}
          </p>
          <PostsMoved posts={data.posts} />
        </>
      )}
    </TextDialog>
  );
}

/** Lets the ratings of a person, or one of them, no longer count. */
function exclude(userId: string, postId: string | undefined, note: string) {
  const call =
    postId === undefined
      ? api.POST('/api/rtm-sys/raters/{id}/exclude', { ...pathOf({ id: userId }), body: { note } })
      : api.POST('/api/rtm-sys/ratings/exclude', { body: { userId, postId, note } });
  return acted(call);
}

/** Excludes the rating of a post, or all ratings of the person (null). */
export const excludingOf = (raterId: string): Act<string | null> => ({
  name: 'Exclude',
  done: 'excluded',
  title: (postId) => (postId === null ? 'Exclude All Ratings?' : 'Exclude This Rating?'),
  ask: ({ rows: [postId], onAnswer, ...question }) => (
    <WhatIf
      {...question}
      raterId={raterId}
      postId={postId ?? undefined}
      onDecide={(note) => onAnswer((one) => exclude(raterId, one ?? undefined, note))}
    />
  ),
});
