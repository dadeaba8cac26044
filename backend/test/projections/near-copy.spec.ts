import fc from 'fast-check';
import {
  BANDS,
  NEAR_COPY_DISTANCE,
  bandsOf,
  bandsOfNearCopies,
  distanceFrom,
  hammingDistance,
  nearOneOf,
} from '../../src/projections/photos/near-copy.js';

const NONE = '0000000000000000';
const digits = (hash: bigint) => hash.toString(16).padStart(16, '0');
const isQueried = (stored: string, hash: string) => {
  const queried = bandsOfNearCopies([hash]);
  return BANDS.some((band) => queried[band].includes(bandsOf(stored)[band]));
};

describe('the distance of two hashes', () => {
  it('counts the bits that differ', () => {
    expect(hammingDistance(NONE, NONE)).toBe(0);
    expect(hammingDistance(NONE, '8000000000000001')).toBe(2);
    expect(hammingDistance('ffffffffffffffff', NONE)).toBe(64);
  });

  it('is at most seven bits for a near-copy', () => expect(NEAR_COPY_DISTANCE).toBe(7));

  it.each(['xyz', '', '000000000000000', '00000000000000000', 'g000000000000000', '000000000000000G'])(
    'rejects %j, which is not a hash',
    (hash) => {
      expect(() => hammingDistance(hash, NONE)).toThrow(RangeError);
      expect(() => hammingDistance(NONE, hash)).toThrow(RangeError);
      expect(() => bandsOf(hash)).toThrow(RangeError);
    },
  );
});

describe('the bands', () => {
  it('are the four quarters of the hash', () => {
    expect(bandsOf('0123456789abcdef')).toEqual({ a: '0123', b: '4567', c: '89ab', d: 'cdef' });
  });

  it('find every near-copy: with up to seven changed bits, at least one band matches', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: NEAR_COPY_DISTANCE }),
        (hash, changed) => {
          const copy = changed.reduce((bits, index) => bits ^ (1n << BigInt(index)), hash);
          expect(isQueried(digits(hash), digits(copy))).toBe(true);
        },
      ),
    );
  });

  it('miss a hash that differs by two bits in each band', () => {
    expect(isQueried('0003000300030003', NONE)).toBe(false);
    expect(bandsOfNearCopies([NONE]).a).toHaveLength(17);
  });

  it('find the near-copies of each of several hashes', () => {
    const near = bandsOfNearCopies([NONE, 'ffffffffffffffff']).a;
    expect([near.length, near.includes('0001'), near.includes('fffe')]).toEqual([34, true, true]);
  });

  it('of one of several hashes make it near', () => {
    const hashes = [NONE, 'ffffffffffffffff'];
    const others = ['800000000000003f', '80000000000000ff', 'fffffffffffff01f', 'ffffffffffffe01e'];
    expect(others.map(distanceFrom(hashes))).toEqual([7, 9, 7, 9]);
    expect(others.map(nearOneOf(hashes))).toEqual([true, false, true, false]);
  });
});
