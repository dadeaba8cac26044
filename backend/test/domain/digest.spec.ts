import { Digest } from '../../src/domain/notification/digest.js';
import { given } from '../support/given.js';

const [sunday, monday] = ['2026-11-22T20:00:00.000Z', '2026-11-23T00:30:00.000Z'];
const first = {
  type: 'DigestNotified',
  data: { accountId: 'ann', week: '2026-W47', since: null, upTo: sunday },
} as const;
const digest = (week: string, upTo: string) => Digest.NotifyDigest({ accountId: 'ann', week, upTo });

describe('the weekly digest of a person', () => {
  it('tells once a week what came after the digest before', () => {
    given(Digest).when(digest('2026-W47', sunday)).then(first);
    given(Digest, first).when(digest('2026-W47', monday)).thenNothing();
    given(Digest, first).when(digest('2026-W46', monday)).thenNothing();
    given(Digest, first)
      .when(digest('2026-W48', monday))
      .then({
        type: 'DigestNotified',
        data: { ...first.data, week: '2026-W48', since: sunday, upTo: monday },
      });
  });

  it('is not sent without anything new', () =>
    given(Digest, first).when(digest('2026-W48', sunday)).thenNothing());
});
