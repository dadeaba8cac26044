import type { WaitingEvent } from '../../src/kernel/reactions/waiting-event.js';
import { ReactionProgress } from '../../src/kernel/reaction.js';
import { StoredProgress } from '../../src/kernel/reactions/stored-progress.js';
import { useKernel } from '../support/test-kernel.js';

const testKernel = useKernel();

class HandledHere extends ReactionProgress {
  readonly asked: number[] = [];

  async handled(_: string, position: number): Promise<boolean> {
    this.asked.push(position);
    return true;
  }
}

describe('the progress of reactions of several processes', () => {
  let here: HandledHere;
  let role: { isAlone: boolean; isActive: boolean };
  let progress: StoredProgress;
  beforeEach(() => {
    here = new HandledHere();
    role = { isAlone: false, isActive: false };
    progress = new StoredProgress(here, role, testKernel.storage.kernel, testKernel.timer);
  });
  const handled = () => progress.handled('mails', 7, 'decision carried out');
  const moveTo = (to: number) => testKernel.storage.kernel.moveCheckpoint('reaction-mails', null, to);

  it('is that of the active process, as its checkpoint says', async () => {
    const waiting = handled();
    await moveTo(7);
    expect(await waiting).toBe(true);
    expect(here.asked).toEqual([]);
  });

  it('is known at once in the active process', async () => {
    role.isActive = true;
    expect(await handled()).toBe(true);
    expect(here.asked).toEqual([7]);
  });

  it('does not include an event that waits for a retry', async () => {
    const waits = { reaction: 'mails', id: 'e', position: 7 } as WaitingEvent;
    await testKernel.storage.kernel.put('reaction-events', 'mails/e', waits);
    await moveTo(9);
    expect(await handled()).toBe(false);
  });

  it('is not waited for longer than the deadline', async () => {
    const waiting = handled();
    expect(await testKernel.timer.inVain(waiting)).toBe(false);
  });
});
