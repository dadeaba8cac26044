import { Link, useLocation } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { Checkbox, Dialog } from 'radix-ui';
import { useId, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { createStore, useStore } from '../../lib/create-store.ts';
import { Logo } from '../../components/Logo.tsx';
import { readStored, writeStored } from '../../lib/storage.ts';

const key = 'ageVerified';

/** Whether the gate was confirmed since this page was loaded; counts even if the browser forbids storage. */
const confirmedStore = createStore(false);

/** Whether the visitor has confirmed age and content, and how to do so. */
function useAgeConfirmation(): { isConfirmed: boolean; confirm: () => void } {
  const isConfirmed = useStore(confirmedStore);
  return {
    // Storage is read on every render, as another tab may have written it.
    isConfirmed: isConfirmed || readStored(() => localStorage, key) === 'true',
    confirm: () => {
      writeStored(() => localStorage, key, 'true');
      confirmedStore.write(true);
    },
  };
}

const statements = [
  "I'm 18+ years old and this image shows my own feet.",
  'The image shows no faces, people, or identifiable features.',
] as const;

/** Pages that are open without confirmation: legal texts, and unsubscribing from mails. */
const openPaths = new Set(['/termsofservice', '/privacypolicy', '/unsubscribe']);

interface StatementProps {
  text: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Statement({ text, checked, onChange }: StatementProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3.5 rounded-control border-[1.5px] border-rule p-4 transition-colors has-data-[state=checked]:border-accent has-data-[state=checked]:bg-wash">
      <Checkbox.Root
        id={id}
        checked={checked}
        onCheckedChange={(state) => onChange(state === true)}
        className="grid size-6 shrink-0 place-items-center rounded-[0.3rem] border-2 border-line bg-sheet text-on-accent hover:border-ink data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Checkbox.Indicator>
          <Check aria-hidden className="size-4" strokeWidth={3.5} />
        </Checkbox.Indicator>
      </Checkbox.Root>
      <label htmlFor={id} className="cursor-pointer leading-snug font-medium">
        {text}
      </label>
    </div>
  );
}

/** Covers the site until the visitor has confirmed both statements; legal pages and unsubscribing stay open. */
export function AgeGate() {
  const { isConfirmed, confirm } = useAgeConfirmation();
  const pathname = useLocation({ select: (location) => location.pathname });
  const [checks, setChecks] = useState<readonly boolean[]>(() => statements.map(() => false));
  const open = !isConfirmed && !openPaths.has(pathname);
  return (
    <Dialog.Root open={open}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 overflow-y-auto bg-paper">
          <div
            aria-hidden
            className="fixed -top-24 -right-24 size-[34rem] halftone [mask-image:radial-gradient(circle,#000,transparent_68%)]"
          />
          <div
            aria-hidden
            className="fixed -bottom-40 -left-32 size-[30rem] halftone [mask-image:radial-gradient(circle,#000,transparent_68%)]"
          />
          <div className="relative grid min-h-full place-items-center p-4">
            <Dialog.Content
              onOpenAutoFocus={(event) => {
                event.preventDefault();
                (event.currentTarget as HTMLElement).focus();
              }}
              aria-describedby={undefined}
              className="w-full max-w-lg rounded-card border border-rule bg-sheet p-6 shadow-lift outline-none sm:p-9"
            >
              <Logo />
              <div aria-hidden className="mt-5 scotch-rule" />
              <Dialog.Title className="mt-6 text-2xl sm:text-3xl">
                Before you continue, please confirm the following
              </Dialog.Title>
              <form
                className="mt-6 space-y-3"
                onSubmit={(event) => {
                  event.preventDefault();
                  confirm();
                }}
              >
                {statements.map((text, index) => (
                  <Statement
                    key={text}
                    text={text}
                    checked={checks[index] ?? false}
                    onChange={(checked) => setChecks(checks.with(index, checked))}
                  />
                ))}
                <Button type="submit" disabled={!checks.every(Boolean)} className="mt-3 w-full">
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
            </Dialog.Content>
          </div>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
