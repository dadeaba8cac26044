import { ImageOff } from 'lucide-react';
import { Progress } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import type { RatingResult } from '../../api/generated/schema.d.ts';
import { Button, Spinner } from '../../components/Button.tsx';
import { Refusal } from '../../components/Notice.tsx';
import { intoView } from '../../lib/page.ts';
import { type Problem, useDirectPost, useSending } from './use-sending.ts';

function Preview({ url }: { url: string }) {
  const [unreadable, setUnreadable] = useState(false);
  return (
    <div className="aspect-square w-full overflow-hidden rounded-card bg-rule sm:aspect-[5/4]">
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
    </div>
  );
}

interface SendingProps {
  /** The part that has been sent, from 0 to 1. */
  progress: number;
  /** Whether it is posted directly, without a rating. */
  isDirect: boolean;
  onCancel: () => void;
}

function Sending({ progress, isDirect, onCancel }: SendingProps) {
  const percent = Math.round(progress * 100);
  const isJudging = progress >= 1;
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        <p role="status" className="flex items-center gap-2.5 font-semibold">
          <Spinner />
          {!isJudging ? 'Uploading…' : isDirect ? 'Posting…' : 'The judge is looking…'}
        </p>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
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
    </>
  );
}

interface ChoicesProps {
  /** Whether it was last posted directly. */
  isDirect: boolean;
  problem: Problem | undefined;
  /** Whether this photo was refused, so that sending it again is useless. */
  isRefused: boolean;
  onRate: () => void;
  onPost: () => void;
  onDiscard: () => void;
}

function Choices({ isDirect, problem, isRefused, onRate, onPost, onDiscard }: ChoicesProps) {
  const mainButton = useRef<HTMLButtonElement>(null);
  // The button that led here is gone: focus the next step.
  useEffect(() => {
    mainButton.current?.focus({ preventScroll: true });
    intoView(mainButton.current);
  }, []);
  const isPostFailed = problem !== undefined && isDirect;
  return (
    <>
      {problem && <Refusal title={problem.title}>{problem.text}</Refusal>}
      {isRefused ? (
        <Button onClick={onDiscard} ref={mainButton}>
          Choose Another
        </Button>
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
  photo: File;
  /** Its address in this tab. */
  url: string;
  onRated: (rating: RatingResult) => void;
  onDiscard: () => void;
}

/** A chosen photo: sends it to be rated, or directly to be posted. */
export function ChosenPhoto({ photo, url, onRated, onDiscard }: ChosenPhotoProps) {
  const [isDirect, setDirect] = useState(false);
  const upload = useSending<RatingResult>({
    path: '/api/upload',
    failure: ['Upload Failed', 'Upload failed. Please try again.'],
    onDone: onRated,
  });
  const direct = useDirectPost();
  const rate = (): void => {
    setDirect(false);
    direct.cancel();
    upload.send(photo);
  };
  const post = async (): Promise<void> => {
    if (await direct.send(photo)) setDirect(true);
  };
  const discard = (): void => {
    upload.cancel();
    direct.cancel();
    onDiscard();
  };
  const { isSending, progress, problem, isRefused, cancel } = isDirect ? direct : upload;
  return (
    <div>
      <Preview url={url} />
      <div className="mt-4 flex min-h-42 sm:min-h-28 flex-col justify-center gap-3">
        {isSending ? (
          <Sending progress={progress} isDirect={isDirect} onCancel={cancel} />
        ) : (
          <Choices
            isDirect={isDirect}
            problem={problem}
            isRefused={isRefused}
            onRate={rate}
            onPost={() => void post()}
            onDiscard={discard}
          />
        )}
      </div>
    </div>
  );
}
