import { useEffect, useEffectEvent } from 'react';
import { createStore, useStore } from '../../lib/create-store.ts';
import { readStored, writeStored } from '../../lib/storage.ts';

const KEY = 'rateKeys';
const storage = (): Storage => localStorage;
/** How long a 1 waits for a 0, in milliseconds. */
const TEN_MS = 500;
/** A 0 that comes a little later belongs to the 1, and not to the next photo. */
const LATE_MS = 500;

const keysStore = createStore(true, {
  follow: () => () => undefined,
  peek: () => readStored(storage, KEY) !== 'off',
});

/** Whether single keys act, and how to switch them off: who speaks to the browser presses keys without meaning it. */
export function useKeySwitch(): [isOn: boolean, change: (isOn: boolean) => void] {
  const change = (isOn: boolean): void => {
    writeStored(storage, KEY, isOn ? null : 'off');
    keysStore.write(isOn);
  };
  return [useStore(keysStore), change];
}

const acts = {
  l: 'like',
  s: 'skip',
  r: 'report',
  u: 'undo',
  arrowleft: 'scale',
  arrowright: 'scale',
} as const;

interface RateKeys {
  isOn: boolean;
  /** Returns how to rate the photo that is shown now. */
  rater: () => (score: number) => void;
  act: (what: (typeof acts)[keyof typeof acts]) => void;
}

/** Acts on single keys, except under a dialog or a menu. */
export function useRateKeys({ isOn, rater, act }: RateKeys): void {
  const raterNow = useEffectEvent(rater);
  const actNow = useEffectEvent(act);
  useEffect(() => {
    if (!isOn) return;
    let one: { rate: (score: number) => void; timer: ReturnType<typeof setTimeout> } | undefined;
    let lateUntil = 0;
    /** Ends the wait after a 1. */
    const rateWaiting = (score: number): void => {
      clearTimeout(one?.timer);
      if (one && score === 1) lateUntil = performance.now() + LATE_MS;
      one?.rate(score);
      one = undefined;
    };
    const listener = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, repeat, defaultPrevented } = event;
      if (ctrlKey || metaKey || altKey || repeat || defaultPrevented) return;
      if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return;
      if (one && key === '0') return rateWaiting(10);
      if (key === '0' && performance.now() < lateUntil) return;
      rateWaiting(1);
      const name = key.toLowerCase();
      if (key === '1') one = { rate: raterNow(), timer: setTimeout(() => rateWaiting(1), TEN_MS) };
      else if (/^\d$/.test(key)) raterNow()(Number(key));
      else if (name in acts) actNow(acts[name as keyof typeof acts]);
    };
    // What is pressed next is about the next photo.
    const press = (): void => rateWaiting(1);
    window.addEventListener('keydown', listener);
    window.addEventListener('pointerdown', press);
    return () => {
      window.removeEventListener('keydown', listener);
      window.removeEventListener('pointerdown', press);
      clearTimeout(one?.timer);
    };
  }, [isOn]);
}
