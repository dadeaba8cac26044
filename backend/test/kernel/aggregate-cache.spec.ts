import { AggregateCache } from '../../src/kernel/commands/aggregate-cache.js';
import { headConditions } from '../support/aggregate-cache.js';

describe('the states in memory', () => {
  let conditions: ReturnType<typeof headConditions>;
  let known: AggregateCache;
  beforeEach(() => {
    conditions = headConditions();
    known = new AggregateCache(conditions);
  });

  const at = (revision: number | null) => ({ state: `after ${revision}`, revision, position: 10 });
  const keep = (revision: number | null, stream = 'like-a') => known.keeper(stream)(at(revision));
  const see = (revision: number, stream = 'like-a') => known.see([{ stream, revision }]);
  const revisionAtHead = (stream = 'like-a') => known.atHead(stream)?.revision;

  it('are at the head while this process alone writes to the log and reads all of it', () => {
    expect(known.atHead('like-a')).toBeUndefined();
    keep(null);
    expect(revisionAtHead()).toBeNull();
    keep(0);
    expect(revisionAtHead()).toBe(0);
  });

  it('are not at the head, but may be used where an append checks them, when others may write', () => {
    keep(0);
    conditions.lease.isHeld = false;
    expect(known.atHead('like-a')).toBeUndefined();
    expect(known.recall('like-a')).toEqual(at(0));
    conditions.lease.isHeld = true;
    expect(revisionAtHead()).toBe(0);
  });

  it('are not at the head while the log is not read, and are again after it', () => {
    keep(0);
    conditions.reader.isFollowing = false;
    expect(known.atHead('like-a')).toBeUndefined();
    conditions.reader.isFollowing = true;
    expect(revisionAtHead()).toBe(0);
  });

  it('stay at the head when the reader delivers what this process has appended', () => {
    keep(3);
    see(2);
    see(3);
    expect(revisionAtHead()).toBe(3);
  });

  it.each([
    ['the next one', 4],
    ['one after a gap', 6],
  ])('are behind after an event that they lack: %s', (_, revision) => {
    keep(3);
    keep(3, 'like-b');
    see(revision);
    expect(known.atHead('like-a')).toBeUndefined();
    expect(known.recall('like-a')).toEqual(at(3));
    expect(revisionAtHead('like-b')).toBe(3);
    keep(revision);
    expect(revisionAtHead()).toBe(revision);
  });

  it('of a missing stream are behind after its first event', () => {
    keep(null);
    see(0);
    expect(known.atHead('like-a')).toBeUndefined();
  });

  it('are behind once a conflict says so', () => {
    keep(3);
    known.overtake('like-a', 4);
    expect(known.atHead('like-a')).toBeUndefined();
  });

  it('stay behind the newest event when an earlier one is delivered late', () => {
    keep(3);
    known.overtake('like-a', 5);
    see(4);
    keep(4);
    expect(known.atHead('like-a')).toBeUndefined();
  });

  it('are behind an event that arrives during the read that lacks it', () => {
    const late = known.keeper('like-a');
    see(0);
    late(at(null));
    expect(known.atHead('like-a')).toBeUndefined();
    late(at(0));
    expect(revisionAtHead()).toBe(0);
  });

  it('are behind an event that arrives during a read that began before they were forgotten', () => {
    keep(3);
    const late = known.keeper('like-a');
    known.forget('like-a');
    see(4);
    late(at(3));
    expect(known.atHead('like-a')).toBeUndefined();
  });

  it('keep the later of two states of a stream, in either order', () => {
    for (const [index, order] of [
      [null, 0],
      [0, null],
      [0, 1],
      [1, 0],
    ].entries()) {
      for (const revision of order) keep(revision ?? null, `like-${index}`);
    }
    expect([0, 1, 2, 3].map((index) => known.recall(`like-${index}`)?.revision)).toEqual([0, 0, 1, 1]);
  });

  it('forget one stream, and keep it again', () => {
    keep(0);
    keep(0, 'like-b');
    known.forget('like-a');
    known.forget('like-c');
    expect([known.recall('like-a'), known.atHead('like-a')]).toEqual([undefined, undefined]);
    expect(revisionAtHead('like-b')).toBe(0);
    keep(0);
    expect(revisionAtHead()).toBe(0);
  });

  it('forget all streams, also what is read or appended meanwhile', () => {
    keep(0);
    const late = known.keeper('like-a');
    known.forgetAll();
    late(at(1));
    expect(known.recall('like-a')).toBeUndefined();
  });

  it('of a stream with an event in quarantine are not used', () => {
    keep(0);
    conditions.quarantined.add('like-a');
    expect([known.recall('like-a'), known.atHead('like-a')]).toEqual([undefined, undefined]);
    expect(known.isQuarantined('like-a')).toBe(true);
    expect(known.isQuarantined('like-b')).toBe(false);
  });

  it('are kept for 20,000 streams', () => {
    for (let stream = 0; stream <= 20_000; stream += 1) keep(0, `like-${stream}`);
    expect(known.recall('like-0')).toBeUndefined();
    expect(known.recall('like-1')).toEqual(at(0));
  });

  describe('beside other processes', () => {
    beforeEach(() => {
      conditions.isAlone = false;
      conditions.mayShow = () => true;
      conditions.reader.position = 10;
      keep(3);
    });
    const revisionToShow = (atLeast = 0) => known.toShow('like-a', atLeast)?.revision;

    it('are never known to be at the head, and nothing has to be confirmed', () => {
      expect(known.atHead('like-a')).toBeUndefined();
      expect(known.confirm()).toBeNull();
    });

    it('are shown to those who read, while the reader has delivered no later event', () => {
      expect(revisionToShow()).toBe(3);
      see(4);
      expect(revisionToShow()).toBeUndefined();
    });

    it('are not shown to those who have written what the reader has not delivered', () => {
      expect([revisionToShow(10), revisionToShow(11)]).toEqual([3, undefined]);
    });

    it.each<[string, () => void]>([
      ['the log is not read', () => (conditions.reader.isFollowing = false)],
      ['nobody confirms that the reader is not behind', () => (conditions.mayShow = () => false)],
    ])('are not shown while %s', (_, happen) => {
      happen();
      expect(revisionToShow()).toBeUndefined();
    });

    it('are shown while the log is away only as long as somebody confirms that they are not behind', () => {
      conditions.reader.isFollowing = false;
      expect(known.toShowWhileAway('like-a')).toEqual(at(3));
      conditions.mayShow = () => false;
      expect(known.toShowWhileAway('like-a')).toBeUndefined();
    });
  });
});
