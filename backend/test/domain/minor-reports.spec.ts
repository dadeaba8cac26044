import {
  type MinorReport,
  discredits,
  hidingReporters,
  isEstablishedAt,
} from '../../src/domain/post/minor-reports.js';

const DAY = 86_400_000;
const at = '2026-11-21T09:00:00.000Z';
const earlier = (milliseconds: number) => new Date(Date.parse(at) - milliseconds).toISOString();

const by = (reporterId: string, changes: Partial<MinorReport> = {}): MinorReport => ({
  reporterId,
  isEstablished: false,
  hadFalse: false,
  hidesElsewhere: 0,
  ...changes,
});
const old = { isEstablished: true };
const wasFalse = { hadFalse: true };
const UNLINKED = () => false;
const LINKED = (one: string, other: string) => one !== 'cleo' && other !== 'cleo';
const [ann, bob, cleo] = [by('ann'), by('bob'), by('cleo')];
const [oldAnn, oldBob] = [by('ann', old), by('bob', old)];

type Facts = Partial<Parameters<typeof hidingReporters>[1]>;

describe('a post is hidden by reports of a person under 18', () => {
  it.each<[string, readonly MinorReport[], Facts, string[]]>([
    ['none', [], {}, []],
    ['one by an account of more than 7 days', [ann, oldBob], {}, ['bob']],
    ['one by a young account', [ann], {}, []],
    ['one by a young account, and the doubt of the judge', [ann], { isDoubted: true }, ['ann']],
    ['two by young accounts', [ann, bob], {}, ['ann', 'bob']],
    ['two by young accounts that are linked', [ann, bob], { areLinked: LINKED }, []],
    [
      'three by young accounts, of which two are linked',
      [ann, bob, cleo],
      { areLinked: LINKED },
      ['ann', 'cleo'],
    ],
    ['one by somebody whose report was false', [by('ann', { ...old, ...wasFalse })], { isDoubted: true }, []],
    ['two, one by somebody whose report was false', [ann, by('bob', wasFalse)], {}, []],
    ['one by somebody who hides two other posts', [by('ann', { ...old, hidesElsewhere: 2 })], {}, ['ann']],
    ['one by somebody who hides three other posts', [by('ann', { ...old, hidesElsewhere: 3 })], {}, []],
    ['one, after it was cleared', [oldAnn], { isDoubted: true, wasCleared: true }, []],
    ['two, after it was cleared', [oldAnn, oldBob], { wasCleared: true }, ['ann', 'bob']],
    [
      'two by linked people, after it was cleared',
      [oldAnn, oldBob],
      { wasCleared: true, areLinked: LINKED },
      [],
    ],
  ])('%s', (_, reports, facts, expected) => {
    const usual = { isDoubted: false, wasCleared: false, areLinked: UNLINKED };
    expect(hidingReporters(reports, { ...usual, ...facts })).toEqual(expected);
  });

  it('alone by accounts that are older than 7 days when they report', () => {
    const ages = [7 * DAY, 7 * DAY + 1].map((age) => isEstablishedAt(earlier(age), at));
    expect([...ages, isEstablishedAt(null, at)]).toEqual([false, true, false]);
  });

  it('by nobody for 90 days after a false report, which takes the weight of earlier reports, too', () => {
    expect([90 * DAY, 90 * DAY - 1, -DAY].map((age) => discredits(earlier(age), at))).toEqual([
      false,
      true,
      true,
    ]);
  });
});
