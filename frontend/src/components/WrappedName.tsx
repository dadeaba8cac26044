import { Fragment } from 'react';

/**
 * A name that wraps between its words: anonymous names are written without spaces, such as `RusticCricket2334`. A word that
 * is longer than the line still breaks.
 */
export function WrappedName({ children }: { children: string }) {
  const words = children.split(/(?<=\p{Ll})(?=\p{Lu}|\p{N})/u);
  return (
    <span translate="no" className="break-words">
      {words.map((word, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- The words of a name have no other key.
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </span>
  );
}
