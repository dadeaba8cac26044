import type { RemovedPicture as Removed } from '../../../api/generated/schema.d.ts';
import { decisionReasons } from '../../../api/reasons.ts';
import { formatDate } from '../../../lib/dates.ts';
import { Picture } from '../pictures/Picture.tsx';

/** A picture that was removed, beside the photo that may be a copy of it; without its files, in words. */
export function RemovedPicture({ imageUrl, reason, removedAt }: Removed) {
  return (
    <figure>
      {imageUrl !== null && (
        <Picture
          imageUrl={imageUrl}
          alt="Removed picture"
          of="the removed post"
          sizes="(min-width: 64rem) 20rem, 100vw"
          className="aspect-square max-w-md"
        />
      )}
      <figcaption className="mt-2 text-[0.9375rem]">
        {`It may be a copy of a picture that was removed on ${formatDate(removedAt)}: ${decisionReasons[reason]}`}
      </figcaption>
    </figure>
  );
}
