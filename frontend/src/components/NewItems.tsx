import { ArrowUp } from 'lucide-react';

interface NewItemsProps {
  /** Such as `3 new posts`; empty for none. Screen readers hear it. */
  text: string;
  /** Where it stays while the page scrolls, below what is fixed there. */
  top: string;
  onShow: () => void;
}

/** Says over a list what is new. The list changes only when it is asked for. */
export function NewItems({ text, top, onShow }: NewItemsProps) {
  return (
    <div className={`pointer-events-none sticky ${top} z-10 flex h-0 justify-center`}>
      <p role="status" className="sr-only">
        {text}
      </p>
      {text !== '' && (
        <button
          type="button"
          onClick={onShow}
          className="pointer-events-auto inline-flex h-11 animate-fade items-center gap-2 rounded-full bg-ink px-5 font-semibold whitespace-nowrap text-paper shadow-lift hover:bg-accent hover:text-on-accent"
        >
          <ArrowUp aria-hidden className="size-4" />
          <span>{`${text} – show`}</span>
        </button>
      )}
    </div>
  );
}
