import { useEffect, useRef } from 'react';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useCopied } from '../sharing/use-copied.ts';
import type { ReplyDraft } from './reply-drafts.ts';

/**
 * Keeps the text of a reply whose comment was deleted while it was written. Takes the focus when the form that is gone
 * had it.
 */
export function LostReply({ draft, onDismiss }: { draft: ReplyDraft; onDismiss: () => void }) {
  const { isCopied, copy } = useCopied();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) notice.current?.focus();
  }, []);
  return (
    <Notice look="calm">
      <div ref={notice} tabIndex={-1} className="outline-none">
        <p className="font-semibold">This comment was deleted.</p>
        <p className="mt-0.5">Your reply to {draft.to} was not posted:</p>
        <blockquote className="mt-2 border-l-2 border-line pl-3 [overflow-wrap:anywhere] whitespace-pre-line">
          {draft.text}
        </blockquote>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button look="secondary" onClick={() => void copy(draft.text)}>
            {isCopied ? 'Text copied!' : 'Copy Text'}
          </Button>
          <Button look="quiet" onClick={onDismiss}>
            Dismiss
          </Button>
        </div>
      </div>
    </Notice>
  );
}
