import { Pace } from '../../src/infrastructure/payments/stripe-client.js';

describe('a pace', () => {
  it('lets so many through in any second, and the next as soon as there is room, in order', async () => {
    let now = 500;
    const waits: number[] = [];
    const pause = async (milliseconds: number) => void waits.push(milliseconds);
    const pace = new Pace(3, { elapsed: () => now, pause });
    const after = async (milliseconds: number) => {
      now += milliseconds;
      await pace.turn();
    };
    for (const milliseconds of [0, 100, 100]) await after(milliseconds);
    expect(waits).toEqual([]);
    // At 700: the next turns are at 1500, 1600 and 1700, a second after those of 500, 600 and 700, and then at 2500.
    for (const milliseconds of [0, 0, 0, 0]) await after(milliseconds);
    expect(waits).toEqual([800, 900, 1000, 1800]);
    await after(2700);
    expect(waits).toHaveLength(4);
  });
});
