import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { messageOf } from '../../api/api-error.ts';
import { ownSheetQuery } from '../../api/own-posts.ts';
import { useSession } from '../../api/session.ts';
import { useUnposted } from '../../api/use-unposted.ts';
import { LoadFailure } from '../../components/Notice.tsx';
import { SwitchRow } from '../../components/SwitchRow.tsx';
import { useFailureToast } from '../../components/toast.ts';
import { SheetOfJudge } from './SheetOfJudge.tsx';
import { useShowSheet } from './score-sheet.queries.ts';

/** The score sheet of an own post: who sees it, and another try. */
export function OwnSheet({ postId }: { postId: string }) {
  const { data, error, refetch } = useQuery(ownSheetQuery(postId));
  const { user } = useSession();
  const { show } = useUnposted(user);
  const { mutate } = useShowSheet(postId);
  const failure = useFailureToast();
  if (!data) {
    return error ? (
      <LoadFailure text={messageOf(error, 'The score sheet could not be loaded.')} onRetry={refetch} />
    ) : (
      <div className="min-h-112" />
    );
  }
  const { isPublic, sheet } = data;
  const change = (wanted: boolean): void =>
    mutate(wanted, {
      onSuccess: failure.clear,
      onError: (refused) => failure.tell('Failed to change who sees it', messageOf(refused)),
    });
  return (
    sheet && (
      <SheetOfJudge sheet={sheet}>
        <div className="unscripted:hidden print:hidden">
          <SwitchRow
            label="Show the judge’s score sheet to everyone"
            description={
              isPublic
                ? 'Everyone who sees this post sees it now, also on its share picture.'
                : 'Only you see it now. The AI score itself is public.'
            }
            checked={isPublic}
            onChange={change}
          />
          <Link
            to="/"
            search={{ again: postId }}
            // Makes room for the new photo.
            onClick={() => show(null)}
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-link"
          >
            <RotateCcw aria-hidden className="size-4" />
            Try again with another photo
          </Link>
        </div>
      </SheetOfJudge>
    )
  );
}
