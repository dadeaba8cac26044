import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useRef } from 'react';
import type { Post } from '../../api/generated/schema.d.ts';
import { useDialog } from '../../components/dialog-behaviour.ts';
import { renditionSet } from '../../lib/photos.ts';
import { isOutOfShape } from './out-of-shape.ts';

interface PhotoDialogProps {
  post: Post;
  alt: string;
  /** Called once. */
  onClose: () => void;
}

/** The photo of a post, as large as the window allows. */
export function PhotoDialog({ post, alt, onClose }: PhotoDialogProps) {
  const isClosing = useRef(false);
  // Two quick presses must not go back two pages.
  const close = (): void => {
    if (!isClosing.current) onClose();
    isClosing.current = true;
  };
  const { handlers } = useDialog({ busy: false, onOpenChange: close });
  const { imageUrl, width, height } = post;
  return (
    <Dialog.Root open onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Overlay data-shade className="fixed inset-0 z-40 animate-fade bg-[rgb(20_16_10/0.92)]">
          <Dialog.Content
            {...handlers}
            aria-describedby={undefined}
            className="grid h-dvh grid-cols-1 grid-rows-1 place-items-center p-2 outline-none sm:p-4"
            // Beside the photo.
            onClick={({ target, currentTarget }) => target === currentTarget && close()}
          >
            <Dialog.Title className="sr-only">Enlarged photo</Dialog.Title>
            <img
              src={imageUrl}
              // Its renditions are narrower than their names say.
              srcSet={isOutOfShape(post) ? undefined : renditionSet(imageUrl, 1280)}
              sizes={`min(100vw, ${Math.round((width / height) * 100)}vh)`}
              width={width}
              height={height}
              alt={alt}
              className="size-auto max-h-full max-w-full rounded-card bg-rule"
            />
            <Dialog.Close
              aria-label="Close"
              className="absolute top-3 right-3 grid size-11 place-items-center rounded-full bg-ink text-paper hover:bg-accent hover:text-on-accent focus-visible:outline-[#fff]"
            >
              <X aria-hidden className="size-5" />
            </Dialog.Close>
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
