import { Lanes } from '../../src/kernel/reactions/lanes.js';

interface Item {
  readonly position: number;
}

/** Lanes after position 10 with these events, such as `11a`: position and lane. */
function given(...events: readonly string[]) {
  const lanes = new Lanes<Item>(10);
  const items = new Map<number, Item>();
  const take = (...more: readonly string[]) => {
    for (const event of more) {
      const position = Number.parseInt(event, 10);
      items.set(position, { position });
      lanes.take(items.get(position) as Item, event.replace(/^\d+/, ''));
    }
  };
  const item = (position: number) => items.get(position) as Item;
  take(...events);
  return {
    lanes,
    take,
    /** Starts all that may start; returns their positions. */
    start: () => {
      const started: number[] = [];
      for (let next = lanes.start(); next; next = lanes.start()) started.push(next.position);
      return started;
    },
    finish: (...positions: readonly number[]) =>
      positions.forEach((position) => lanes.finish(item(position))),
    putBack: (position: number) => lanes.putBack(item(position)),
  };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => `${11 + index}lane${index}`);

describe('lanes', () => {
  it('start the first event of each lane, in log order', () =>
    expect(given('11a', '12b', '13a', '14c').start()).toEqual([11, 12, 14]));

  it('start the next event of a lane when the one before it is done', () => {
    const { start, finish } = given('11a', '12b', '13a', '14a');
    start();
    finish(12);
    expect(start()).toEqual([]);
    finish(11);
    expect(start()).toEqual([13]);
  });

  it('start an event again that was put back, before the later ones of its lane', () => {
    const { start, putBack, lanes } = given('11a', '12a', '13b');
    start();
    putBack(11);
    expect([lanes.running, start()]).toEqual([1, [11]]);
  });

  it('run 32 events beside each other', () => {
    const { start, finish, lanes } = given(...many(40));
    expect([start().length, lanes.running]).toEqual([32, 32]);
    finish(20, 21);
    expect(start()).toEqual([43, 44]);
  });

  it('take 200 events after the checkpoint, done or not', () => {
    const { lanes, start, finish } = given(...many(199));
    expect(lanes.hasRoom).toBe(true);
    lanes.take({ position: 210 }, 'last');
    expect(lanes.hasRoom).toBe(false);
    start();
    finish(12, 13);
    expect(lanes.hasRoom).toBe(false);
    finish(11);
    expect([lanes.hasRoom, lanes.checkpoint]).toEqual([true, 13]);
  });

  it('have their checkpoint at the end of what is done without a gap', () => {
    const { lanes, start, finish } = given('11a', '13b', '15c');
    start();
    finish(13);
    expect(lanes.checkpoint).toBe(10);
    finish(11);
    expect(lanes.checkpoint).toBe(13);
    finish(15);
    expect([lanes.checkpoint, lanes.end]).toEqual([15, 15]);
  });

  it('pass events that nobody wants once those before them are done, and never move back', () => {
    const { lanes, take, start, finish } = given();
    lanes.pass(12);
    expect(lanes.checkpoint).toBe(12);
    lanes.pass(11);
    expect(lanes.checkpoint).toBe(12);
    take('13a');
    lanes.pass(20);
    expect([lanes.checkpoint, lanes.end]).toEqual([12, 20]);
    start();
    finish(13);
    expect(lanes.checkpoint).toBe(20);
  });

  it('tell which events are done: beyond the checkpoint too', () => {
    const { lanes, start, finish } = given('11a', '12b', '14c');
    lanes.pass(15);
    start();
    finish(12);
    const done = [9, 10, 11, 12, 13, 14, 15, 16].filter((position) => lanes.isDone(position));
    expect(done).toEqual([9, 10, 12, 13, 15]);
  });

  it('finish only what runs', () => {
    const { finish } = given('11a');
    expect(() => finish(11)).toThrow('the event at 11 does not run');
  });
});
