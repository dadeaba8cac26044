import { Check, Download, ExternalLink, Link2, Share } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { download } from '../../api/client.ts';
import { closeOnEscape } from '../../components/dialog-behaviour.ts';
import { toast, toastFailure } from '../../components/toast.ts';
import { useCopied } from '../../components/use-copied.ts';
import { isRated } from '../../lib/scores.ts';
import { shareLinks, shareText } from '../../lib/share-links.ts';
import { ShareLabel, type ShareMenuProps } from './ShareLabel.tsx';

const itemLook =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 font-medium outline-none ' +
  'data-highlighted:bg-wash data-highlighted:text-accent forced-colors:data-highlighted:system-chosen';

/** Opens the share sheet of the device. */
async function shareNatively(text: string, url: string): Promise<void> {
  try {
    await navigator.share({ title: 'Footnote', text, url });
  } catch (error) {
    // Closing the sheet is not a failure.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toastFailure('Failed to share');
  }
}

/** The menu of a `ShareMenu` with its button. It opens at once, as its button was pressed before it had loaded. */
export function ShareList({ post, isOwn, className }: ShareMenuProps) {
  const [open, setOpen] = useState(true);
  const [isSaving, setSaving] = useState(false);
  const { isCopied, copy } = useCopied();
  const url = `${window.location.origin}/post/${post.id}`;
  const text = shareText(isRated(post) ? post.averageRating : undefined, isOwn);

  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      await download(`/api/posts/${post.id}/card.png?download`, 'footnote.png');
      setOpen(false);
      toast({ title: 'Share card saved' });
    } catch (error) {
      toastFailure('Download failed', messageOf(error));
    } finally {
      setSaving(false);
    }
  };

  return (
    <DropdownMenu.Root modal={false} open={open} onOpenChange={setOpen}>
      <span role="status" className="sr-only">
        {isCopied ? 'Link copied!' : ''}
      </span>
      <DropdownMenu.Trigger className={className}>
        <ShareLabel />
      </DropdownMenu.Trigger>
      {/* In the landmark of its button. */}
      <DropdownMenu.Portal container={document.getElementById('main')}>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          collisionPadding={16}
          onKeyDown={closeOnEscape(() => setOpen(false))}
          className="z-40 max-w-[calc(100vw-2rem)] min-w-60 animate-fade rounded-card border-[1.5px] border-ink bg-sheet p-1.5 shadow-lift"
        >
          {'share' in navigator && (
            <DropdownMenu.Item onSelect={() => void shareNatively(text, url)} className={itemLook}>
              <Share aria-hidden className="size-4" />
              Share with…
            </DropdownMenu.Item>
          )}
          {Object.entries(shareLinks(url, text)).map(([site, link]) => (
            <DropdownMenu.Item key={site} asChild className={itemLook}>
              <a href={link} target="_blank" rel="noopener noreferrer">
                <ExternalLink aria-hidden className="size-4" />
                {site}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            </DropdownMenu.Item>
          ))}
          <DropdownMenu.Separator className="my-1.5 border-t border-rule" />
          <DropdownMenu.Item
            onSelect={(event) => {
              // Stays open to show the confirmation.
              event.preventDefault();
              void copy(url);
            }}
            className={itemLook}
          >
            {isCopied ? (
              <Check aria-hidden className="size-4 text-good" />
            ) : (
              <Link2 aria-hidden className="size-4" />
            )}
            <span>{isCopied ? 'Link copied!' : 'Copy link'}</span>
          </DropdownMenu.Item>
          <DropdownMenu.Item
            disabled={isSaving}
            onSelect={(event) => {
              event.preventDefault();
              void save();
            }}
            className={itemLook}
          >
            <Download aria-hidden className="size-4" />
            <span>{isSaving ? 'Preparing the card…' : 'Save share card'}</span>
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
