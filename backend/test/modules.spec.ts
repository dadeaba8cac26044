import { aggregates } from '../src/domain/aggregates.js';
import { capabilities } from '../src/modules/capabilities.js';
import { projections } from '../src/projections/projections.js';
import { type ReactionParts, everyReaction } from '../src/reactions/reactions.js';

const reactions = everyReaction({ tokens: {}, readers: {} } as unknown as ReactionParts);

/** The names in an order that does not depend on the lists'. Names that occur twice occur twice here, too. */
const sorted = (names: readonly string[]) => names.toSorted();

describe('the capabilities', () => {
  it('sort the aggregates, each into exactly one', () => {
    const owned = capabilities.flatMap((capability) => capability.aggregates.map(({ category }) => category));
    expect(sorted(owned)).toEqual(sorted(aggregates.map(({ category }) => category)));
  });

  it('sort the views, each into exactly one', () => {
    const owned = capabilities.flatMap((capability) => capability.views.map(({ name }) => name));
    expect(sorted(owned)).toEqual(sorted(projections.map(({ name }) => name)));
  });

  it('sort the reactions, each into exactly one', () => {
    const owned = capabilities.flatMap((capability) => capability.reactions);
    expect(sorted(owned)).toEqual(sorted(reactions.map(({ name }) => name)));
  });
});
