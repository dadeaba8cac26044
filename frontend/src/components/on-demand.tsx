import { type ComponentType, useEffect } from 'react';
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

export function sayMissing(): void {
  toastFailure('A part of the site did not load', 'Please check your connection and try again.');
}

/**
 * A component whose code no page needs before somebody acts. Where it is rendered before it has loaded it shows
 * `Placeholder`, or says when it did not load. It tries again when it is rendered again.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder?: ComponentType<Props>,
): ComponentType<Props> {
  const part = createStore<ComponentType<Props> | undefined>(undefined);
  const fetch = async (): Promise<boolean> => {
    try {
      part.write(await load());
    } catch (error) {
      console.error('A part of the page did not load', error);
    }
    return part.read() !== undefined;
  };
  afterFirstAct(fetch);
  return function OnDemand(props: Props) {
    const Part = useStore(part) ?? Placeholder;
    useEffect(() => {
      if (part.read()) return;
      void fetch().then((isLoaded) => {
        if (!isLoaded && !Placeholder) sayMissing();
      });
    });
    return Part && <Part {...props} />;
  };
}
