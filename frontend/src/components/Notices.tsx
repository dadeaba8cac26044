import { type ReactNode, useLayoutEffect, useRef } from 'react';
import * as v from 'valibot';
import { readStored, writeStored } from '../lib/storage.ts';

const KEY = 'notices';
const storage = (): Storage => localStorage;

/** By path: the width of the window (px), and the height that the notices had in it (px). */
const schema = v.record(v.string(), v.tuple([v.number(), v.number()]));
type Heights = v.InferOutput<typeof schema>;

function readHeights(): Heights {
  try {
    return v.parse(schema, JSON.parse(readStored(storage, KEY) ?? '{}'));
  } catch {
    return {};
  }
}

function note(path: string, height: number): void {
  const { [path]: _, ...others } = readHeights();
  const heights: Heights = height === 0 ? others : { ...others, [path]: [innerWidth, height] };
  writeStored(storage, KEY, Object.keys(heights).length === 0 ? null : JSON.stringify(heights));
}

/** Forgets the heights, because the person has left. */
export function forgetNotices(): void {
  writeStored(storage, KEY, null);
}

/** In milliseconds. By then the notices are there. */
const patience = 5000;

interface NoticesProps {
  /** Whether it is known that this person has none here. */
  isNone: boolean;
  children: ReactNode;
}

/**
 * What only some people see above a page, once it is known who they are. The height that it had the last time is reserved, by
 * `theme.js` on the first page, so that the page does not move under the pointer.
 */
export function Notices({ isNone, children }: NoticesProps) {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = content.current;
    if (!element) return;
    const path = location.pathname;
    const { style } = document.documentElement;
    const [width, height] = readHeights()[path] ?? [];
    if (width === innerWidth && !isNone) style.setProperty('--notices', `${height}px`);
    let isDue = isNone;
    const look = (): void => {
      if (!isDue && element.offsetHeight < Number.parseFloat(style.getPropertyValue('--notices'))) return;
      isDue = true;
      style.removeProperty('--notices');
      note(path, element.offsetHeight);
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    const timer = setTimeout(() => {
      isDue = true;
      look();
    }, patience);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      style.removeProperty('--notices');
    };
  }, [isNone]);
  return (
    <div className="min-h-(--notices) print:min-h-0">
      <div ref={content} className="flow-root">
        {children}
      </div>
    </div>
  );
}
