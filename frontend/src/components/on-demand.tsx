import { type ComponentType, useEffect, useRef } from 'react';
import { createStore, useStore } from '../lib/create-store.ts';
import { toastFailure } from './toast.ts';

const waiting: (() => unknown)[] = [];
let hasActed = false;

/** What only a person does who uses the page. */
const acts = ['pointermove', 'pointerdown', 'keydown', 'input'] as const;

/** The browser also reports a pointer that rests where the page appears. */
function isAtRest(event: Event): boolean {
  return (
    event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY
  );
}

function start(event: Event): void {
  if (isAtRest(event)) return;
  for (const act of acts) window.removeEventListener(act, start, true);
  hasActed = true;
  for (const load of waiting.splice(0)) load();
}

/** Loads the parts that are {@link onDemand} at the first sign of a person, so that they are there when they are needed. */
export function loadOnFirstAct(): void {
  for (const act of acts) window.addEventListener(act, start, { capture: true, passive: true });
}

/** Runs at the first sign of a person; at once if there was one. */
export function afterFirstAct(run: () => unknown): void {
  if (hasActed) run();
  else waiting.push(run);
}

/** For what a person has asked for. Some browsers do not ask again for a script that did not load. */
export function sayMissing(): void {
  toastFailure(
    'A part of the site did not load',
    'Please check your connection and try again, or reload the page.',
  );
}

/** Says so of a dialog that somebody wants to see, and closes it. */
export function missDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}): void {
  if (!open) return;
  sayMissing();
  onOpenChange(false);
}

/**
 * A component with code of its own, which loads when it is rendered. Until then it shows `Placeholder`. If the code does not
 * load, the page goes on without it, and `miss` is told: for a part that a person has asked for, it says so, and takes the
 * request back, so that the next one tries again.
 */
export function apart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder?: ComponentType<Props>,
  miss?: (props: Props) => void,
): ComponentType<Props> & { fetch: () => Promise<void> } {
  const part = createStore<ComponentType<Props> | undefined>(undefined);
  let loading: Promise<void> | undefined;
  const read = async (): Promise<void> => {
    try {
      part.write(await load());
    } catch (error) {
      console.error('A part of the page did not load', error);
    }
    loading = undefined;
  };
  const fetch = (): Promise<void> => (loading ??= read());
  const component = function Apart(props: Props) {
    const Part = useStore(part) ?? Placeholder;
    const isAwaited = useRef(false);
    useEffect(() => {
      if (part.read() || isAwaited.current) return;
      isAwaited.current = true;
      void fetch().then(() => {
        isAwaited.current = false;
        if (!part.read()) miss?.(props);
      });
    });
    return Part && <Part {...props} />;
  };
  return Object.assign(component, { fetch });
}

/** The same for code that no page needs before somebody acts: it loads at the first sign of a person. */
export function onDemand<Props extends object>(
  ...part: Parameters<typeof apart<Props>>
): ComponentType<Props> {
  const Part = apart(...part);
  afterFirstAct(Part.fetch);
  return Part;
}
