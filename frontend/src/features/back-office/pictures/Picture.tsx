import { Link } from '@tanstack/react-router';
import { Eye, EyeOff, Lock } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Photo } from '../../../components/Photo.tsx';
import { useSwitch } from '../session/stored-choices.ts';

/** Whether the admin wants pictures blurred and grey until they ask for one. So it is until they choose otherwise. */
export function useBlurredAtFirst() {
  return useSwitch('review:blurred', true);
}

interface PictureProps {
  imageUrl: string;
  thumbhash?: string | null;
  /** The text of a large picture, empty for a small one; what a small one is of, such as "the post by Ann". */
  alt: string;
  of?: string;
  /** The width it is shown at, as in the `sizes` attribute. */
  sizes: string;
  /** The size of its box. */
  className: string;
  /** Shows all of the picture in its box, and not only what fills it. */
  isWhole?: boolean;
  eager?: boolean;
}

interface TurnedPictureProps extends PictureProps {
  isBlurred: boolean;
  onTurn: () => void;
  onLoad?: () => void;
  /** The key that turns it, and how that is shown. */
  shortcut?: { key: string; hint: ReactNode };
}

/** A picture of the back office, and the button over it that shows or blurs it. */
export function TurnedPicture(props: TurnedPictureProps) {
  const { imageUrl, thumbhash, alt, of, sizes, className, isWhole = false, eager = false } = props;
  const { isBlurred, onTurn, onLoad, shortcut } = props;
  const Icon = isBlurred ? Eye : EyeOff;
  const name = isBlurred ? 'Show Picture' : 'Blur Picture';
  const isSmall = of !== undefined;
  const look = isBlurred ? 'scale-110 blur-xl grayscale' : isWhole ? 'object-contain!' : '';
  return (
    <span
      onLoadCapture={onLoad}
      className={`relative block shrink-0 overflow-hidden rounded-control border border-rule bg-rule ${className}`}
    >
      <Photo
        imageUrl={imageUrl}
        alt={alt && isBlurred ? `${alt}, blurred` : alt}
        sizes={sizes}
        {...(thumbhash && { thumbhash })}
        eager={eager}
        className={look}
      />
      <button
        type="button"
        aria-label={isSmall ? `Picture of ${of}` : undefined}
        aria-pressed={isSmall ? !isBlurred : undefined}
        aria-keyshortcuts={shortcut?.key}
        onClick={onTurn}
        className={`group/eye absolute inset-0 grid focus-visible:-outline-offset-3 ${isBlurred ? 'place-items-center' : 'place-items-end'} ${isSmall ? '' : 'p-3'}`}
      >
        <span
          className={`inline-flex items-center gap-2 bg-ink/92 font-semibold text-paper ${isSmall ? 'rounded-full p-1.5' : 'min-h-11 rounded-control px-4'} ${isSmall && !isBlurred ? 'opacity-0 group-hover/eye:opacity-100 group-focus-visible/eye:opacity-100' : ''}`}
        >
          <Icon aria-hidden className={isSmall ? 'size-4' : 'size-5'} />
          {!isSmall && <span>{name}</span>}
          {shortcut?.hint}
        </span>
      </button>
    </span>
  );
}

/** The pictures on the page, by their addresses: whether each is loaded and not blurred, and how to show it. */
const onPage = new Map<string, { isSeen: boolean; show: () => void }>();

/** Whether the admin sees a picture of the page. */
export const isShown = (imageUrl: string): boolean => onPage.get(imageUrl)?.isSeen === true;

/** Shows those of these pictures that the admin does not see. Returns how many. */
export function showUnseen(imageUrls: readonly string[]): number {
  const unseen = imageUrls.flatMap((imageUrl) => onPage.get(imageUrl) ?? []).filter((one) => !one.isSeen);
  for (const { show } of unseen) show();
  return unseen.length;
}

/** A picture of the back office: blurred and grey until the admin asks for it. */
export function Picture(props: PictureProps) {
  const { imageUrl } = props;
  const [isBlurredAtFirst] = useBlurredAtFirst();
  const [isBlurred, setBlurred] = useState(isBlurredAtFirst);
  const [loaded, setLoaded] = useState<string>();
  const isSeen = !isBlurred && loaded === imageUrl;
  useEffect(() => {
    onPage.set(imageUrl, { isSeen, show: () => setBlurred(false) });
    return () => {
      onPage.delete(imageUrl);
    };
  }, [imageUrl, isSeen]);
  return (
    <TurnedPicture
      {...props}
      isBlurred={isBlurred}
      onTurn={() => setBlurred(!isBlurred)}
      onLoad={() => setLoaded(imageUrl)}
    />
  );
}

/** A picture that is not even loaded until the admin asks for it, for a reason. */
export function WithheldPicture({ why, ...picture }: PictureProps & { why: string }) {
  const [isAsked, setAsked] = useState(false);
  const [isBlurred, setBlurred] = useState(false);
  if (isAsked)
    return <TurnedPicture {...picture} isBlurred={isBlurred} onTurn={() => setBlurred(!isBlurred)} />;
  return (
    <div
      className={`grid place-content-center justify-items-center gap-3 rounded-control border border-rule bg-wash p-4 text-center ${picture.className}`}
    >
      <p>{why}</p>
      <Button look="secondary" onClick={() => setAsked(true)}>
        Show Picture
      </Button>
    </div>
  );
}

/** In place of a small picture under legal hold, which is shown on the page of its post only. */
export function LockedPicture({ className }: Pick<PictureProps, 'className'>) {
  return (
    <span
      className={`grid shrink-0 place-items-center rounded-control border border-rule bg-wash ${className}`}
    >
      <Lock aria-hidden className="size-5 text-danger" />
    </span>
  );
}

interface PostLinkProps {
  postId: string;
  /** The picture; null if it is missing or locked away. */
  imageUrl: string | null;
  thumbhash?: string | null;
  /** Whether it is under legal hold: then it is shown on its own page only. */
  isLocked?: boolean;
  /** What the picture is of, such as "the post by Ann". */
  of: string;
  /** Whose it is, and what else there is to say of it. */
  children?: ReactNode;
}

/** The size of a picture in a list: a row of a wide screen has 48 px. */
const small = 'size-14 xl:size-9';

/** A post in a list of the back office: its small picture, whose it is, and a link to its page. */
export function PostLink({ postId, imageUrl, thumbhash, isLocked = false, of, children }: PostLinkProps) {
  return (
    <div className="flex items-center gap-3">
      {isLocked && <LockedPicture className={small} />}
      {!isLocked && imageUrl !== null && (
        <Picture imageUrl={imageUrl} thumbhash={thumbhash} alt="" of={of} sizes="56px" className={small} />
      )}
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 font-semibold">
        {children}
        <Link
          to="/rtm-sys/post/$id"
          params={{ id: postId }}
          aria-label={`Open ${of}`}
          className="min-h-6 text-sm leading-6 font-normal text-link"
        >
          Open
        </Link>
      </div>
    </div>
  );
}
