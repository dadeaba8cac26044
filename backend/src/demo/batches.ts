import { type Scene, nameOf, needsOf } from './scenes.js';

/** Scenes to be played at once: one at least. */
export type Batch = readonly [Scene, ...Scene[]];

const MOST = 50;

/**
 * The scenes in order, in batches whose scenes may be played at once: none needs what another of its batch makes. Who
 * joins or publishes does so alone; no batch reaches from before one of `breaks` to after it.
 */
export function* batchesOf(scenes: readonly Scene[], breaks: readonly Date[]): Generator<Batch> {
  let batch: Scene[] = [];
  let made = new Set<string>();
  for (const scene of scenes) {
    const [first] = batch;
    const isOver = (end: Date) => first !== undefined && first.at < end && scene.at >= end;
    const hasToWait = needsOf(scene).some((name) => made.has(name));
    const isAlone = scene.kind === 'join' || scene.kind === 'publish';
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
