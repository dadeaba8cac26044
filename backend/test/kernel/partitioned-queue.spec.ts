import { PartitionedQueue } from '../../src/kernel/reactions/partitioned-queue.js';

interface Item {
  readonly position: number;
}

/** A queue after position 10 with these events, such as `11a`: position and partition. */
function given(...events: readonly string[]) {
  const queue = new PartitionedQueue<Item>(10);
  const items = new Map<number, Item>();
  const take = (...more: readonly string[]) => {
    for (const event of more) {
      const position = Number.parseInt(event, 10);
      items.set(position, { position });
      queue.take(items.get(position) as Item, event.replace(/^\d+/, ''));
    }
  };
  const item = (position: number) => items.get(position) as Item;
  take(...events);
  return {
    queue,
    take,
    /** Starts all that may start; returns their positions. */
    start: () => {
      const started: number[] = [];
      for (let next = queue.start(); next; next = queue.start()) started.push(next.position);
      return started;
    },
    finish: (...positions: readonly number[]) =>
      positions.forEach((position) => queue.finish(item(position))),
    putBack: (position: number) => queue.putBack(item(position)),
  };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => `${11 + index}p${index}`);

describe('a partitioned queue', () => {
  it('starts the first event of each partition, in log order', () =>
    expect(given('11a', '12b', '13a', '14c').start()).toEqual([11, 12, 14]));

  it('starts the next event of a partition when the one before it is done', () => {
    const { start, finish } = given('11a', '12b', '13a', '14a');
    start();
    finish(12);
    expect(start()).toEqual([]);
    finish(11);
    expect(start()).toEqual([13]);
  });

  it('starts an event again that was put back, before the later ones of its partition', () => {
    const { start, putBack, queue } = given('11a', '12a', '13b');
    start();
    putBack(11);
    expect([queue.running, start()]).toEqual([1, [11]]);
  });

  it('run 32 events beside each other', () => {
    const { start, finish, queue } = given(...many(40));
    expect([start().length, queue.running]).toEqual([32, 32]);
    finish(20, 21);
    expect(start()).toEqual([43, 44]);
  });

  it('take 200 events after the checkpoint, done or not', () => {
    const { queue, start, finish } = given(...many(199));
    expect(queue.hasRoom).toBe(true);
    queue.take({ position: 210 }, 'last');
    expect(queue.hasRoom).toBe(false);
    start();
    finish(12, 13);
    expect(queue.hasRoom).toBe(false);
    finish(11);
    expect([queue.hasRoom, queue.checkpoint]).toEqual([true, 13]);
  });

  it('have their checkpoint at the end of what is done without a gap', () => {
    const { queue, start, finish } = given('11a', '13b', '15c');
    start();
    finish(13);
    expect(queue.checkpoint).toBe(10);
    finish(11);
    expect(queue.checkpoint).toBe(13);
    finish(15);
    expect([queue.checkpoint, queue.end]).toEqual([15, 15]);
  });

  it('pass events that nobody wants once those before them are done, and never move back', () => {
    const { queue, take, start, finish } = given();
    queue.pass(12);
    expect(queue.checkpoint).toBe(12);
    queue.pass(11);
    expect(queue.checkpoint).toBe(12);
    take('13a');
    queue.pass(20);
    expect([queue.checkpoint, queue.end]).toEqual([12, 20]);
    start();
    finish(13);
    expect(queue.checkpoint).toBe(20);
  });

  it('tell which events are done: beyond the checkpoint too', () => {
    const { queue, start, finish } = given('11a', '12b', '14c');
    queue.pass(15);
    start();
    finish(12);
    const done = [9, 10, 11, 12, 13, 14, 15, 16].filter((position) => queue.isDone(position));
    expect(done).toEqual([9, 10, 12, 13, 15]);
  });

  it('finish only what runs', () => {
    const { finish } = given('11a');
    expect(() => finish(11)).toThrow('the event at 11 does not run');
  });
});
