import { type Scene, nameOf, needsOf } from './scenes.js';

/** Scenes that can be played concurrently: at least one. */
export type Batch = readonly [Scene, ...Scene[]];

const MOST = 50;
const ALONE: ReadonlySet<Scene['kind']> = new Set(['join', 'publish', 'buy', 'takeBack']);

/**
 * Splits the scenes, in order, into batches that can be played concurrently: no scene depends on another one of its
 * batch. Joining, publishing and paying are batches of one. No batch spans one of the `breaks`.
 */
export function* batchesOf(scenes: readonly Scene[], breaks: readonly Date[]): Generator<Batch> {
  let batch: Scene[] = [];
  let made = new Set<string>();
  for (const scene of scenes) {
    const [first] = batch;
    const isOver = (end: Date) => first !== undefined && first.at < end && scene.at >= end;
    const hasToWait = needsOf(scene).some((name) => made.has(name));
    const isAlone = ALONE.has(scene.kind);
    if (first && (isAlone || batch.length === MOST || hasToWait || breaks.some(isOver))) {
      yield [first, ...batch.slice(1)];
      [batch, made] = [[], new Set()];
    }
    if (isAlone) yield [scene];
    else {
      batch.push(scene);
      made.add(nameOf(scene));
    }
  }
  const [first, ...others] = batch;
  if (first) yield [first, ...others];
}
