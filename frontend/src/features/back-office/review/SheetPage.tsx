import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleSlash } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { ReviewItem } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../components/Button.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Photo } from '../../../components/Photo.tsx';
import { createStore, useStore } from '../../../lib/create-store.ts';
import { counted } from '../../../lib/wording.ts';
import type { Act } from '../acts/act.ts';
import { useActs } from '../acts/use-acts.tsx';
import { BackLink, PageTitle } from '../layout/page.tsx';
import { useKeys } from '../layout/use-keys.ts';
import { onPost } from '../posts/post-acts.ts';
import { KeyHint } from './HelpDialog.tsx';
import { ownerOf } from './queue.tsx';

const approve: Act<ReviewItem> = {
  kind: 'PostApproved',
  name: 'Approve',
  done: 'approved',
  call: ({ id }) => onPost('PostApproved', id, { shown: true }),
};

/** Moves the focus to the picture beside or under the one that has it. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const all = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])];
  const at = all.indexOf(event.currentTarget);
  const first = all[0]!.getBoundingClientRect().top;
  const columns = all.filter((one) => one.getBoundingClientRect().top === first).length;
  all[at + step[0] + step[1] * columns]?.focus();
}

/** The posts that were left out in this tab. */
const leftOut = createStore<readonly string[]>([]);

interface SheetPictureProps {
  item: ReviewItem;
  isOut: boolean;
  onTurn: () => void;
  onLoad: () => void;
}

/** A picture that is approved with the others, unless it is pressed. */
function SheetPicture({ item, isOut, onTurn, onLoad }: SheetPictureProps) {
  const { id, imageUrl, thumbhash } = item;
  return (
    <li className="relative">
      <button
        type="button"
        aria-label={`Leave out the post by ${ownerOf(item)}`}
        aria-pressed={isOut}
        onClick={onTurn}
        onLoadCapture={onLoad}
        onKeyDown={moveFocus}
        className="relative block aspect-square w-full overflow-hidden rounded-control border-[1.5px] border-rule bg-rule hover:border-accent aria-pressed:border-danger"
      >
        {imageUrl !== null && (
          <Photo
            imageUrl={imageUrl}
            alt=""
            sizes="(min-width: 64rem) 14rem, 50vw"
            {...(thumbhash !== null && { thumbhash })}
            eager
            className={`object-contain! ${isOut ? 'opacity-30' : ''}`}
          />
        )}
      </button>
      {/* Not in the button, whose name says it by its state. */}
      {isOut && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-x-0 top-0 grid aspect-square place-items-center"
        >
          <span className="inline-flex items-center gap-2 rounded-control bg-ink px-3 py-1.5 font-semibold text-paper">
            <CircleSlash aria-hidden className="size-4" />
            Left out
          </span>
        </span>
      )}
      <p className="flex min-h-9 items-center justify-between gap-2 text-sm">
        <bdi translate="no" className="truncate">
          {ownerOf(item)}
        </bdi>
        {isOut && (
          <Link
            to="/rtm-sys/review"
            search={{ post: id }}
            aria-label={`Review the post by ${ownerOf(item)}`}
            className="text-link inline-flex min-h-9 items-center"
          >
            Review
          </Link>
        )}
      </p>
    </li>
  );
}

/** Public posts of new owners that the judge passed and nobody reported, to approve together: all but those that are left out. */
export function SheetPage() {
  const { data: items, error } = useQuery({
    queryKey: queryKeys.backOffice.list('sheet', {}),
    queryFn: () => bodyOf(api.GET('/api/rtm-sys/queue/sheet')),
    refetchOnMount: 'always',
  });
  const out = useStore(leftOut);
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set());
  const { begin, dialogs, lastBulk } = useActs<ReviewItem>('post');
  const left = items?.filter(({ id }) => !out.includes(id)) ?? [];
  const chosen = left.filter(({ id }) => loaded.has(id));
  const approveAll = (): void => (chosen.length > 0 ? begin(approve, chosen) : undefined);
  useKeys({ a: approveAll }, true);
  const turn = (id: string): void =>
    leftOut.write(out.includes(id) ? out.filter((one) => one !== id) : [...out, id]);
  return (
    <div className="max-w-wide">
      <BackLink to="/rtm-sys/queue">Review Queue</BackLink>
      <PageTitle intro="Posts of new people that the check passed and nobody reported. Press a picture to leave it out. It stays in the queue.">
        Approve Many
      </PageTitle>
      {lastBulk}
      {error && <Notice look="danger">{messageOf(error, 'The posts could not be loaded.')}</Notice>}
      {!items && !error && (
        <div role="status" className="h-96 animate-breathe rounded-control bg-rule">
          <span className="sr-only">Loading posts…</span>
        </div>
      )}
      {items?.length === 0 && (
        <p className="rounded-card border border-dashed border-line px-4 py-12 text-center text-soft">
          No such posts wait.
        </p>
      )}
      {items && items.length > 0 && (
        <>
          <ul
            aria-label="Posts to approve"
            className="grid grid-cols-2 gap-x-3 gap-y-1 sm:grid-cols-4 xl:grid-cols-5"
          >
            {items.map((item) => (
              <SheetPicture
                key={item.id}
                item={item}
                isOut={out.includes(item.id)}
                onTurn={() => turn(item.id)}
                onLoad={() => setLoaded((before) => new Set([...before, item.id]))}
              />
            ))}
          </ul>
          <div className="sticky bottom-3 z-10 mt-4 flex flex-wrap items-center gap-3 rounded-card border-[1.5px] border-ink bg-sheet px-4 py-3 shadow-lift">
            <Button aria-disabled={chosen.length === 0} aria-keyshortcuts="A" onClick={approveAll}>
              {`Approve ${counted(chosen.length, 'Post')}`}
              <KeyHint letter="A" />
            </Button>
            <p role="status" className="text-soft">
              {[
                left.length < items.length && `${items.length - left.length} left out`,
                chosen.length < left.length && `${left.length - chosen.length} not loaded`,
              ]
                .filter(Boolean)
                .join(', ')}
            </p>
          </div>
        </>
      )}
      {dialogs}
    </div>
  );
}
