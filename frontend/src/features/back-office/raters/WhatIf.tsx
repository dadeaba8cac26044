import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { limits } from '../../../api/generated/limits.ts';
import type { Comparison } from '../../../api/generated/schema.d.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { TextBox } from '../../../components/TextBox.tsx';
import { characterCount } from '../../../lib/text-length.ts';
import { DELETED_ACCOUNT, counted } from '../../../lib/wording.ts';
import { comparisonQuery } from './raters.queries.ts';

const longest = limits.NoteRequest.note.maxLength;

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

interface WhatIfProps {
  raterId: string;
  /** Only the rating of this post; else all of the person. */
  postId: string | undefined;
  onClose: () => void;
  busy: boolean;
  onExclude: (note: string) => void;
}

/** What the board would be without some ratings, and excluding them. */
export function WhatIf({ raterId, postId, onClose, busy, onExclude }: WhatIfProps) {
  const { data, error } = useQuery(comparisonQuery(raterId, postId));
  const [note, setNote] = useState('');
  const [isMissing, setMissing] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={busy}
      title={postId === undefined ? 'Exclude All Ratings?' : 'Exclude This Rating?'}
      description={
        postId === undefined
          ? 'No rating of this person counts, neither those given nor later ones. You can undo it.'
          : 'The rating no longer counts. You can undo it.'
      }
    >
      <div className="mt-5 space-y-4">
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
              {!data.isComplete && ' The newest 1,000 are compared.'}
            </p>
            <PostsMoved posts={data.posts} />
          </>
        )}
        <TextBox
          label="Note for other admins"
          value={note}
          limit={longest}
          lengthOf={characterCount}
          error={isMissing && 'Please say why'}
          onChange={({ currentTarget }) => {
            setNote(currentTarget.value);
            setMissing(false);
          }}
        />
        <Button
          look="danger"
          busy={busy}
          className="w-full"
          onClick={() => {
            const trimmed = note.trim();
            if (trimmed === '') setMissing(true);
            else if (characterCount(trimmed) <= longest) onExclude(trimmed);
          }}
        >
          Exclude
        </Button>
      </div>
    </Dialog>
  );
}
