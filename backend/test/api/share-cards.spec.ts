import { ServiceUnavailableException } from '@nestjs/common';
import { type SharedPost, ShareCards } from '../../src/api/share-cards/share-cards.service.js';
import { ImageStore } from '../../src/infrastructure/images/image-store.port.js';
import { ShareCardPainter } from '../../src/infrastructure/share-card/share-card.port.js';
import { States } from '../../src/kernel/states.js';
import { LeaderboardReader } from '../../src/projections/leaderboard/leaderboard.reader.js';
import { RankReader } from '../../src/projections/weekly/rank.reader.js';
import { type RunningApp, startApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';

/** Draws when the test says so, and counts its calls. */
class SlowPainter extends ShareCardPainter {
  asked = 0;
  atOnce = 0;
  most = 0;
  private readonly waiting: (() => void)[] = [];
  isOpen = false;
  isBroken = false;

  override async paint(): Promise<Buffer> {
    this.asked += 1;
    this.atOnce += 1;
    this.most = Math.max(this.most, this.atOnce);
    if (!this.isOpen) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.atOnce -= 1;
    if (this.isBroken) throw new Error('no paint left');
    return Buffer.from('a card');
  }

  open(): void {
    this.isOpen = true;
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

const shared = (tag: string): SharedPost => ({
  postId: '00000000-0000-4000-8000-000000000000',
  card: { name: 'Ann', plainName: 'Ann', rating: null, badge: null },
  tag,
  fileName: 'footnote-Ann-unrated.png',
});

describe('drawing cards', () => {
  let app: RunningApp;
  let painter: SlowPainter;
  let cards: ShareCards;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());
  beforeEach(() => {
    painter = new SlowPainter();
    const { server } = app;
    const readers = [server.get(LeaderboardReader), server.get(RankReader)] as const;
    cards = new ShareCards(...readers, server.get(ImageStore), painter, server.get(States));
  });

  it('happens once for the same facts, however many clients ask', async () => {
    const asked = Array.from({ length: 50 }, () => cards.picture(shared('same')));
    painter.open();
    expect(new Set(await Promise.all(asked)).size).toBe(1);
    await cards.picture(shared('same'));
    expect(painter.asked).toBe(1);
    await cards.picture(shared('other'));
    expect(painter.asked).toBe(2);
  });

  it('runs two at a time, and rejects a request when a hundred others wait', async () => {
    const first = Array.from({ length: 102 }, (_, index) => cards.picture(shared(`card ${index}`)));
    await eventually('two are at work', () => Promise.resolve(painter.atOnce === 2));
    await expect(cards.picture(shared('one too many'))).rejects.toThrow(ServiceUnavailableException);
    painter.open();
    expect(await Promise.all(first)).toHaveLength(102);
    expect(painter).toMatchObject({ asked: 102, most: 2 });
    expect(await cards.picture(shared('one too many'))).toEqual(Buffer.from('a card'));
  });

  it('is retried after a failure', async () => {
    painter.open();
    painter.isBroken = true;
    await expect(cards.picture(shared('same'))).rejects.toThrow('no paint left');
    painter.isBroken = false;
    expect(await cards.picture(shared('same'))).toEqual(Buffer.from('a card'));
  });
});
