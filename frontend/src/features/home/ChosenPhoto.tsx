import { useMutation } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { Progress } from 'radix-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { RatingResult } from '../../api/generated/schema.d.ts';
import { type UploadFailure, withoutCopy } from '../../api/upload-end.ts';
import { Button, Spinner } from '../../components/Button.tsx';
import { Refusal } from '../../components/Notice.tsx';
import { intoView } from '../../lib/page.ts';
import { type ReadyPhoto, smallerPhoto } from '../../lib/chosen-photo.ts';
import { keptPhoto } from '../../lib/kept-photo.ts';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import { MembersGate, useForMembers } from '../session/MembersGate.tsx';
import { useDirectPost, useRating } from './use-sending.ts';

interface PreviewProps {
  photo: File;
  /** What the page has done to the photo. */
  note: string | undefined;
  /** What is printed on its lower edge. */
  children: ReactNode;
}

function Preview({ photo, note, children }: PreviewProps) {
  const url = useObjectUrl(photo);
  const [unreadable, setUnreadable] = useState(false);
  return (
    <div className="relative aspect-square w-full overflow-hidden rounded-card bg-rule sm:aspect-[5/4]">
      {unreadable ? (
        <p className="grid size-full place-content-center justify-items-center gap-2 text-soft">
          <ImageOff aria-hidden className="size-8" />
          No preview for this file
        </p>
      ) : (
        <img
          src={url}
          alt="Preview of your choice"
          onError={() => setUnreadable(true)}
          className="size-full animate-fade object-contain"
        />
      )}
      <div className="absolute inset-x-0 bottom-0">
        <p
          role="status"
          className="bg-ink/92 px-3 py-2 text-center text-sm font-semibold text-paper empty:sr-only"
        >
          {note}
        </p>
        {children}
      </div>
    </div>
  );
}

interface SendingProps {
  /** Whether anything is sent or made. */
  isBusy: boolean;
  /** The part that has been sent, from 0 to 1; undefined while a smaller copy is made. */
  progress: number | undefined;
  /** Whether it is posted directly, without a rating. */
  isDirect: boolean;
  onCancel: () => void;
}

/** What happens to the photo, on it: what is below it may lie behind the bar of phones. */
function Sending({ isBusy, progress: sent, isDirect, onCancel }: SendingProps) {
  const isCopying = sent === undefined;
  const progress = sent ?? 0;
  const percent = Math.round(progress * 100);
  const isJudging = progress >= 1;
  const text = isCopying
    ? 'Making a smaller copy…'
    : !isJudging
      ? 'Uploading…'
      : isDirect
        ? 'Posting…'
        : 'The judge is looking…';
  return (
    <div
      className={isBusy ? 'm-2 rounded-card bg-sheet px-4 pt-1 pb-4 shadow-lift' : 'sr-only'}
      ref={isBusy ? intoView : undefined}
    >
      <div className="flex items-center justify-between gap-4">
        {/* There before its first text, which screen readers would not say otherwise. */}
        <p role="status" className="flex items-center gap-2.5 font-semibold">
          {isBusy && <Spinner />}
          {isBusy && <span>{text}</span>}
        </p>
        {isBusy && (
          <Button look="quiet" onClick={onCancel} className="-mr-4">
            Cancel
          </Button>
        )}
      </div>
      {isBusy && (
        <Progress.Root
          value={percent}
          aria-label="Upload"
          className="h-2.5 overflow-hidden rounded-full bg-rule"
        >
          <Progress.Indicator
            className={`h-full w-full origin-left rounded-full bg-accent transition-transform duration-200 ${isJudging ? 'animate-breathe' : ''}`}
            style={{ transform: `scaleX(${progress})` }}
          />
        </Progress.Root>
      )}
    </div>
  );
}

interface ChoicesProps {
  /** Whether it was last posted directly. */
  isDirect: boolean;
  problem: UploadFailure | undefined;
  onRate: () => void;
  onPost: () => void;
  onShrink: () => void;
  onDiscard: () => void;
}

function Choices({ isDirect, problem, onRate, onPost, onShrink, onDiscard }: ChoicesProps) {
  const mainButton = useRef<HTMLButtonElement>(null);
  // The button that led here is gone: focus the next step.
  useEffect(() => {
    mainButton.current?.focus({ preventScroll: true });
    intoView(mainButton.current);
  }, []);
  const isPostFailed = problem !== undefined && isDirect;
  return (
    <>
      {problem && <Refusal title={isDirect ? 'Failed to post' : 'Upload Failed'}>{problem.text}</Refusal>}
      {problem?.way === 'choose' ? (
        <Button onClick={onDiscard} ref={mainButton}>
          Choose Another
        </Button>
      ) : problem?.way === 'smaller' ? (
        <div className="grid gap-3 sm:grid-cols-2">
          <Button onClick={onShrink} ref={mainButton}>
            Send a Smaller Copy
          </Button>
          <Button look="secondary" onClick={onDiscard}>
            Choose Another
          </Button>
        </div>
      ) : (
        <div className="grid gap-3 sm:grid-cols-2">
          <Button onClick={isPostFailed ? onPost : onRate} ref={mainButton}>
            {problem ? 'Try Again' : 'Get My Rating'}
          </Button>
          <Button look="secondary" onClick={onDiscard}>
            Choose Another
          </Button>
          <Button look="quiet" onClick={isPostFailed ? onRate : onPost} className="sm:col-span-2">
            {isPostFailed ? 'Get My Rating' : 'Post Without Rating'}
          </Button>
        </div>
      )}
    </>
  );
}

interface ChosenPhotoProps {
  chosen: ReadyPhoto;
  onRated: (rating: RatingResult) => void;
  onDiscard: () => void;
}

/** A chosen photo: sends it to be rated, or directly to be posted by a member. */
export function ChosenPhoto(props: ChosenPhotoProps) {
  return (
    <MembersGate title="Login Required">
      <Ways {...props} />
    </MembersGate>
  );
}

function Ways({ chosen, onRated, onDiscard }: ChosenPhotoProps) {
  const forMembers = useForMembers();
  const [isDirect, setDirect] = useState(false);
  const upload = useRating(onRated);
  const direct = useDirectPost();
  const { isSending, progress, problem, cancel, send } = isDirect ? direct : upload;
  const smaller = useMutation({ mutationFn: () => smallerPhoto(chosen.photo) });
  const isBusy = isSending || smaller.isPending;
  const { photo, note } = smaller.data ?? chosen;
  const rate = (): void => {
    keptPhoto.write(undefined);
    setDirect(false);
    direct.cancel();
    upload.send(photo);
  };
  const post = (): void => {
    keptPhoto.write(chosen);
    forMembers('Please log in or register to post directly without rating.', () => {
      keptPhoto.write(undefined);
      setDirect(true);
      direct.send(photo);
    });
  };
  const discard = (): void => {
    keptPhoto.write(undefined);
    upload.cancel();
    direct.cancel();
    onDiscard();
  };
  const content = useRef<HTMLDivElement>(null);
  // The pressed button goes with the photo: focus the one that takes its place.
  useEffect(() => {
    const card = content.current?.parentElement;
    return () => card?.querySelector('button')?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={content}>
      <Preview photo={chosen.photo} note={note}>
        <Sending
          isBusy={isBusy}
          progress={isSending ? progress : undefined}
          isDirect={isDirect}
          onCancel={isSending ? cancel : smaller.reset}
        />
      </Preview>
      <div className="mt-4 flex min-h-42 flex-col justify-center gap-3 sm:min-h-28">
        {!isBusy && (
          <Choices
            isDirect={isDirect}
            problem={problem && smaller.isSuccess ? withoutCopy(problem) : problem}
            onRate={rate}
            onPost={post}
            onShrink={() => smaller.mutate(undefined, { onSuccess: (copy) => copy && send(copy.photo) })}
            onDiscard={discard}
          />
        )}
      </div>
    </div>
  );
}
