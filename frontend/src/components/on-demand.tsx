import { type ComponentType, useEffect, useEffectEvent } from 'react';
import { createStore, useStore } from '../lib/create-store.ts';
import { toastFailure } from './toast.ts';

const waiting: (() => unknown)[] = [];
let hasActed = false;

/** What only a person does who uses the page. */
const acts = ['pointermove', 'pointerdown', 'keydown', 'input'] as const;

function start({ type, movementX, movementY }: Event & { movementX?: number; movementY?: number }): void {
  // The browser also reports a pointer that rests where the page appears.
  if (type === 'pointermove' && !movementX && !movementY) return;
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

interface Missing {
  onOpenChange: (open: boolean) => void;
  /** Says in its place what it would have said. */
  onMissing?: () => void;
}

/** Closes a dialog that did not load, so that the next press opens it. */
export function closeMissing({ onOpenChange, onMissing }: Missing): void {
  onOpenChange(false);
  onMissing?.();
}

/**
 * A component with code of its own, which loads when it is mounted and when it opens. Until then it shows `Placeholder`. If the
 * code does not load, the page goes on without it. A part that a person has asked for has `takeBack`: unless it was closed or
 * unmounted meanwhile, the person is told, and it takes the request back, so that the next one tries again.
 */
export function apart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder?: ComponentType<Props>,
  takeBack?: (props: Props) => void,
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
  const component = function Apart(props: Props & { open?: boolean }) {
    const Part = useStore(part) ?? Placeholder;
    const miss = useEffectEvent(() => {
      if (!takeBack) return;
      sayMissing();
      takeBack(props);
    });
    const { open } = props;
    useEffect(() => {
      if (part.read() || open === false) return;
      let isWanted = true;
      void fetch().then(() => isWanted && !part.read() && miss());
      return () => {
        isWanted = false;
      };
    }, [open]);
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
