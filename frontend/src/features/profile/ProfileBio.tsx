import { useCallback, useId, useState } from 'react';
import { Button } from '../../components/Button.tsx';

/** What a person writes about themselves: its first eight lines, and a button for the rest where there is more. */
export function ProfileBio({ text }: { text: string }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [isCut, setCut] = useState(false);
  // Only the closed text can be measured: as the window changes, what did not fit may fit.
  const measure = useCallback((paragraph: HTMLParagraphElement) => {
    const watch = new ResizeObserver(() => {
      if (paragraph.dataset.closed) setCut(paragraph.scrollHeight > paragraph.clientHeight);
    });
    watch.observe(paragraph);
    return () => watch.disconnect();
  }, []);
  return (
    <>
      <p
        ref={measure}
        id={id}
        data-closed={isOpen ? undefined : true}
        className={`mt-4 max-w-2xl text-lg whitespace-pre-line ${isOpen ? '' : 'line-clamp-8'}`}
      >
        {text}
      </p>
      {isCut && (
        <Button
          look="quiet"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="mt-1 -ml-5"
        >
          {isOpen ? 'Show Less' : 'Show More'}
        </Button>
      )}
    </>
  );
}
