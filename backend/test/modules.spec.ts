import { aggregates } from '../src/domain/aggregates.js';
import { capabilities } from '../src/modules/capabilities.js';
import { projections } from '../src/projections/projections.js';
import { type ReactionParts, everyReaction } from '../src/reactions/reactions.js';

const reactions = everyReaction({ tokens: {}, readers: {} } as unknown as ReactionParts);

/** The names, sorted. Duplicates are kept. */
const sorted = (names: readonly string[]) => names.toSorted();

describe('the capabilities', () => {
  it('contain each aggregate exactly once', () => {
    const owned = capabilities.flatMap((capability) => capability.aggregates.map(({ category }) => category));
    expect(sorted(owned)).toEqual(sorted(aggregates.map(({ category }) => category)));
  });

  it('contain each view exactly once', () => {
    const owned = capabilities.flatMap((capability) => capability.views.map(({ name }) => name));
    expect(sorted(owned)).toEqual(sorted(projections.map(({ name }) => name)));
  });

  it('contain each reaction exactly once', () => {
    const owned = capabilities.flatMap((capability) => capability.reactions);
    expect(sorted(owned)).toEqual(sorted(reactions.map(({ name }) => name)));
  });
});
