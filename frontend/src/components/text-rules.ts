import { createStore, useStore } from '../lib/create-store.ts';
import { afterFirstAct } from './on-demand.tsx';

/** How a text is normalised and counted. */
type TextRules = Pick<
  typeof import('@footnote/backend/shared/visible-text.ts'),
  'lengthOf' | 'visibleLine' | 'written'
>;

/** Close enough for what is typed before the rules have loaded: the server has them, too. */
const simple: TextRules = {
  lengthOf: (text) => Array.from(text).length,
  visibleLine: (text) => text.trim(),
  written: (text) => text.trim(),
};
const rules = createStore(simple);
afterFirstAct(() =>
  import('@footnote/backend/shared/visible-text.ts').then(rules.write).catch(() => undefined),
);

/** The length of a text as the server counts it: code points of what would be stored. */
export function characterCount(text: string): number {
  const { lengthOf, written } = rules.read();
  return lengthOf(written(text));
}

/** The same of a text of one line, such as a name. */
export function lineLength(text: string): number {
  const { lengthOf, visibleLine } = rules.read();
  return lengthOf(visibleLine(text) ?? '');
}

/** {@link characterCount} of a text that is shown, again once the rules have loaded. */
export function useCharacterCount(text: string): number {
  useStore(rules);
  return characterCount(text);
}
