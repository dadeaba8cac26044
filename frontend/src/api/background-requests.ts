/** Marks requests that the page sends without its person. They keep no session alive. */
const HEADER = 'x-background';

export const backgroundHeader: Readonly<Record<string, string>> = { [HEADER]: '1' };

/** What a person does leads to requests within this time, in milliseconds. */
const followUp = 30_000;
const inputs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

let now: () => number = () => performance.now();
let lastInput = now();

/** Notes when the person uses the page, which counts as used when it is loaded. Tests pass a clock. */
export function watchInput(target: EventTarget, clock = now): void {
  now = clock;
  lastInput = now();
  for (const type of inputs) {
    target.addEventListener(type, () => (lastInput = now()), { capture: true, passive: true });
  }
}

/** The header of a request that is sent now, by name; empty while the person uses the page. */
export function backgroundMark(): Readonly<Record<string, string>> {
  return now() - lastInput < followUp ? {} : backgroundHeader;
}
