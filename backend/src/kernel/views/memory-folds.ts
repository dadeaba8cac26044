import type { Recorded } from '../event.js';
import { Folds, type MemoryFold } from '../folds.js';
import type { Projection } from '../projection.js';
import { type Standing, foldEach, stepsOf } from './view-fold.js';

const NOTHING: Standing<object> = { position: 0, document: null };

export class MemoryFolds extends Folds {
  override of(projection: Projection<object>, isWanted: (id: string) => boolean = () => true): MemoryFold {
    const standings = new Map<string, Standing<object>>();
    const parked = new Set<string>();
    return {
      add: (events: readonly Recorded[]) => {
        const { steps, parked: unsure } = stepsOf(projection, events);
        for (const { documentId } of unsure) parked.add(documentId);
        foldEach<object, Standing<object>>(
          steps.filter(({ id }) => isWanted(id)),
          {
            isParked: (id) => parked.has(id),
            standing: (id) => standings.get(id) ?? NOTHING,
            change: (id, _, after) => standings.set(id, after),
            park: ({ documentId }) => parked.add(documentId),
          },
        );
      },
      documents: () =>
        new Map([...standings].flatMap(([id, { document }]) => (document ? [[id, document] as const] : []))),
      get parked() {
        return parked.size;
      },
    };
  }
}
