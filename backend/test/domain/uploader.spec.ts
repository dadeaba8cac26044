import { blockedUntil, UploadRefusals } from '../../src/domain/photo/uploader.js';
import { evolveAll } from '../../src/kernel/aggregate.js';
import { given } from '../support/given.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOON = Date.parse('2026-11-21T12:00:00.000Z');

const refusal = (time: number, photoId = `photo at ${time}`) => ({
  uploader: 'account:ann',
  photoId,
  at: new Date(time).toISOString(),
});
const refused = (time: number, photoId?: string) =>
  ({ type: 'UploadRefused', data: refusal(time, photoId) }) as const;
const after = (...times: readonly number[]) => {
  const events = times.map((time) => ({ ...refused(time), metadata: { at: '' } }));
  return evolveAll(UploadRefusals, UploadRefusals.initial, events) as UploadRefusals;
};
const until = (states: readonly UploadRefusals[], now: number) =>
  blockedUntil(states, new Date(now))?.getTime();

describe('a refused upload', () => {
  it('counts for its uploader, once per photo', () => {
    given(UploadRefusals)
      .when(UploadRefusals.RefuseUpload(refusal(NOON)))
      .then(refused(NOON));
    given(UploadRefusals, refused(NOON))
      .when(UploadRefusals.RefuseUpload(refusal(NOON + 1)))
      .then(refused(NOON + 1));
    given(UploadRefusals, refused(NOON, 'p1'))
      .when(UploadRefusals.RefuseUpload(refusal(NOON + 1, 'p1')))
      .thenNothing();
  });

  it('is kept among the last three, in any order of counting', () => {
    const times = (state: UploadRefusals) => state.refusals.map(({ at }) => Date.parse(at) - NOON);
    expect(times(after(NOON, NOON + 1, NOON + 2, NOON + 3))).toEqual([3, 2, 1]);
    expect(times(after(NOON + 3, NOON + 1, NOON + 2, NOON))).toEqual([3, 2, 1]);
  });
});

describe('the block after refusals', () => {
  it('lasts 24 hours from the third one, to the millisecond', () => {
    const ann = after(NOON, NOON + 1, NOON + HOUR);
    const end = NOON + HOUR + DAY;
    expect([until([ann], NOON + HOUR), until([ann], end - 1), until([ann], end)]).toEqual([
      end,
      end,
      undefined,
    ]);
  });

  it('needs three refusals', () => expect(until([after(NOON, NOON + 1)], NOON + 1)).toBeUndefined());

  it('needs three refusals within 24 hours', () => {
    expect(until([after(NOON, NOON + 1, NOON + DAY - 1)], NOON + DAY)).toBe(NOON + 2 * DAY - 1);
    expect(until([after(NOON, NOON + 1, NOON + DAY)], NOON + DAY)).toBeUndefined();
  });

  it('counts refusals of one uploader under several names together', () => {
    expect(until([after(NOON, NOON + 2), after(NOON + 1)], NOON + 2)).toBe(NOON + 2 + DAY);
    expect(until([after(NOON), after(NOON + 1)], NOON + 1)).toBeUndefined();
  });
});
