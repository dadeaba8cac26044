import { Children, type ReactNode } from 'react';
import { formatDate, formatMinute } from '../lib/dates.ts';

/** A piece of a sentence about an event, as the server composes it. */
interface SentencePart {
  text: string;
  /** What the text is the name of; null for words and values. */
  kind: string | null;
  /** Null if it has no page. */
  id: string | null;
  /** Set if the text is a time or date in ISO 8601. */
  format: 'time' | 'date' | null;
}

interface SentenceProps<Part extends SentencePart> {
  parts: readonly Part[];
  /** The link to what a part is the name of. */
  link: (part: Part, id: string) => ReactNode;
}

/** A sentence about an event, with times in the reader's time zone and links to what it is about. */
export function Sentence<Part extends SentencePart>({ parts, link }: SentenceProps<Part>) {
  return Children.toArray(parts.map((part) => nodeOf(part, link)));
}

function nodeOf<Part extends SentencePart>(part: Part, link: SentenceProps<Part>['link']): ReactNode {
  const { text, id, format } = part;
  if (format !== null) {
    return <time dateTime={text}>{format === 'time' ? formatMinute(text) : formatDate(text)}</time>;
  }
  return id === null ? text : link(part, id);
}
