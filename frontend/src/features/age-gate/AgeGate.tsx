import { Link, useHydrated, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Logo } from '../../components/Logo.tsx';
import { createStore, useStore } from '../../lib/create-store.ts';

const isMarked = (): boolean => 'ofAge' in document.documentElement.dataset;

/** Whether `public/theme.js` has marked the page as confirmed: it asks the storage, and takes the answer of the form. */
const confirmedStore = createStore(false, {
  follow: (write) => {
    const watch = new MutationObserver(() => write(isMarked()));
    watch.observe(document.documentElement, { attributeFilter: ['data-of-age'] });
    return () => watch.disconnect();
  },
  peek: isMarked,
});

const statements = [
  "I'm 18+ years old and this image shows my own feet.",
  'The image shows no faces, people, or identifiable features.',
] as const;

/** Pages that are open without confirmation: legal texts, and unsubscribing from mails. */
const openPaths = new Set(['/termsofservice', '/privacypolicy', '/unsubscribe']);

function Statement({ text }: { text: string }) {
  return (
    <label className="flex cursor-pointer items-start gap-3.5 rounded-control border-[1.5px] border-rule p-4 leading-snug font-medium transition-colors has-checked:border-accent has-checked:bg-wash">
      <input type="checkbox" required className="size-6 shrink-0 cursor-pointer accent-accent" />
      {text}
    </label>
  );
}

function Gate() {
  const title = useId();
  const dialog = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const isHydrated = useHydrated();
  const [isComplete, setComplete] = useState(false);
  useEffect(() => {
    // On a page of the server, boxes may be ticked before this script is there.
    if (form.current?.checkValidity()) setComplete(true);
    if (!dialog.current?.contains(document.activeElement)) dialog.current?.focus();
  }, []);
  return (
    <div className="age-gate fixed inset-0 z-40 overflow-y-auto bg-paper">
      <div
        aria-hidden
        className="fixed -top-24 -right-24 size-[34rem] halftone [mask-image:radial-gradient(circle,#000,transparent_68%)]"
      />
      <div
        aria-hidden
        className="fixed -bottom-40 -left-32 size-[30rem] halftone [mask-image:radial-gradient(circle,#000,transparent_68%)]"
      />
      <div className="relative grid min-h-full place-items-center p-4">
        <div
          ref={dialog}
          role="dialog"
          aria-modal
          aria-labelledby={title}
          tabIndex={-1}
          className="w-full max-w-lg rounded-card border border-rule bg-sheet p-6 shadow-lift outline-none sm:p-9"
        >
          <Logo />
          <div aria-hidden className="mt-5 scotch-rule" />
          <p className="mt-5 text-soft">
            Footnote is entertainment: photos of feet get a playful score out of 10.
          </p>
          <h2 id={title} className="mt-4 text-2xl sm:text-3xl">
            Before you continue, please confirm the following
          </h2>
          <form
            ref={form}
            id="age-statements"
            onChange={({ currentTarget }) => setComplete(currentTarget.checkValidity())}
            className="mt-6 space-y-3"
          >
            {statements.map((text) => (
              <Statement key={text} text={text} />
            ))}
            <Button
              type="submit"
              // Before that, the browser itself asks for both.
              disabled={isHydrated && !isComplete}
              className="unscripted:hidden mt-3 w-full in-[:invalid]:opacity-55"
            >
              Continue to Site
            </Button>
          </form>
          <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2 text-[0.9375rem]">
            <Link to="/termsofservice" className="text-link">
              Terms of Service
            </Link>
            <Link to="/privacypolicy" className="text-link">
              Privacy Policy
            </Link>
          </p>
        </div>
      </div>
    </div>
  );
}

/**
 * The site, covered until the visitor has confirmed both statements; legal pages and unsubscribing stay open. The site
 * behind the gate is hidden by the styles, and inert. The styles also open a gate that is confirmed: before this script is
 * there, and without any script, where the two boxes alone do it.
 */
export function AgeGate({ children }: { children: ReactNode }) {
  const isConfirmed = useStore(confirmedStore);
  const pathname = useLocation({ select: (location) => location.pathname });
  const isHydrated = useHydrated();
  const isShut = !isConfirmed && !openPaths.has(pathname);
  return (
    <>
      {isShut && <Gate />}
      <div className="gated" inert={isHydrated && isShut}>
        {children}
      </div>
    </>
  );
}
