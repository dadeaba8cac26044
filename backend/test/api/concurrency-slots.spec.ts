import { type Group, ConcurrencySlots, type Sender } from '../../src/api/http/concurrency-slots.js';

const LIMITS = { most: { people: 6, unverified: 2, visitors: 6 }, ofCaller: 2, ofSite: 4 };

/** The places of a test, with the names of what was cut. */
function opened(limits = LIMITS) {
  const places = new ConcurrencySlots(limits);
  const cut: string[] = [];
  /** Takes a place, or says why not. A caller `a1` belongs to the site `a`. */
  const take = (group: Group, caller: string, name = caller) => {
    const sender: Sender = { group, caller, site: group === 'people' ? caller : caller.slice(0, 1) };
    return places.refusalFor(sender) ?? places.take(sender, () => cut.push(name));
  };
  const visitors = (...callers: string[]) => callers.map((caller) => take('visitors', caller));
  return { places, cut, take, visitors };
}

const GIVEN = expect.any(Function);

describe('the places of a server', () => {
  it('are limited for a caller and for a site', () => {
    const { take, visitors } = opened();
    expect(visitors('a1', 'a1', 'a1')).toEqual([GIVEN, GIVEN, 'own']);
    expect(visitors('a2', 'a2', 'a3')).toEqual([GIVEN, GIVEN, 'own']);
    expect(take('unverified', 'a4')).toBe('own');
    expect(take('people', 'ann')).toEqual(GIVEN);
  });

  it('go from strangers to people: first the oldest one of the fullest site', () => {
    const { cut, take, visitors } = opened();
    visitors('a1', 'b1', 'b2', 'b3');
    take('unverified', 'b4');
    take('unverified', 'c1');
    for (const person of ['ann', 'ann', 'bob', 'bob', 'cai', 'cai'])
      expect(take('people', person)).toEqual(GIVEN);
    expect(cut).toEqual(['b1', 'b2', 'b3', 'a1', 'b4', 'c1']);
    expect(take('people', 'dan')).toEqual(GIVEN);
    expect(cut.at(-1)).toBe('ann');
    expect(take('visitors', 'a1')).toBe('others');
  });

  it('never go from people to strangers, nor to a person who has almost as many', () => {
    const { cut, take } = opened();
    for (const person of ['ann', 'ann', 'bob', 'bob', 'cai', 'dan']) take('people', person);
    expect(take('visitors', 'a1')).toBe('others');
    expect(take('unverified', 'a1')).toBe('others');
    expect(take('people', 'cai')).toBe('others');
    expect(cut).toEqual([]);
  });

  it('go from one stranger to another only where a site has at least two more', () => {
    const { cut, take, visitors } = opened();
    visitors('a1', 'a2', 'a3', 'b1', 'b2', 'c1');
    expect(visitors('d1', 'd2', 'e1')).toEqual([GIVEN, 'others', GIVEN]);
    expect(cut).toEqual(['a1', 'a2']);
    expect(take('visitors', 'f1')).toEqual(GIVEN);
    expect(take('visitors', 'g1')).toBe('others');
    expect(cut).toEqual(['a1', 'a2', 'b1']);
  });

  it('of unverified accounts are few, and taken from each other then', () => {
    const { cut, take, visitors } = opened();
    visitors('a1', 'a2', 'a3');
    expect(take('unverified', 'b1')).toEqual(GIVEN);
    expect(take('unverified', 'b2')).toEqual(GIVEN);
    expect(take('unverified', 'b3')).toBe('others');
    expect(take('unverified', 'c1')).toEqual(GIVEN);
    expect(cut).toEqual(['b1']);
    visitors('d1');
    expect(visitors('e1')).toEqual([GIVEN]);
    expect(cut).toEqual(['b1', 'a1']);
  });

  it('are kept by what cannot be ended', () => {
    const { places, take } = opened();
    const sender = { group: 'visitors' as const, caller: 'a1', site: 'a' };
    const [first] = Array.from({ length: 6 }, () => places.take(sender, null));
    expect(take('people', 'ann')).toBe('others');
    first?.();
    expect(take('people', 'ann')).toEqual(GIVEN);
  });

  it('are given back once, also after they were lost', () => {
    const { take, visitors } = opened({ ...LIMITS, most: { people: 1, unverified: 1, visitors: 1 } });
    const [lost] = visitors('a1');
    const given = take('people', 'ann');
    if (typeof lost === 'function') lost();
    expect(take('visitors', 'a1')).toBe('others');
    if (typeof given === 'function') given();
    expect(take('visitors', 'a1')).toEqual(GIVEN);
  });
});
