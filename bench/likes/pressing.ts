import { perSecond } from '../scratch.js';
import { KeepAlive } from './keep-alive.js';
import type { Person, Stage } from './stage.js';

/** The post of a person's n-th press, and whether the press likes or unlikes it. */
export type Press = (person: number, turn: number) => { readonly postId: string; readonly likes: boolean };

/** Each person likes one post after the other, then unlikes them all: 64 people at a time, each on their own like stream. */
export function roundThePosts({ posts }: Pick<Stage, 'posts'>): Press {
  return (person, turn) => ({
    postId: posts[(person + turn) % posts.length] ?? '',
    likes: Math.floor(turn / posts.length) % 2 === 0,
  });
}

/** All people press the heart of one post. */
export function onOnePost({ crowded }: Stage): Press {
  return (_, turn) => ({ postId: crowded, likes: turn % 2 === 0 });
}

/** One person of the stage with a connection to a server. Each press appends an event. */
export class Presser {
  private turn = 0;

  private constructor(
    private readonly connection: KeepAlive,
    private readonly person: Person,
    private readonly number: number,
    private readonly press: Press,
  ) {}

  /** Connects some people of the stage, by default all of them. */
  static async connect(url: string, people: readonly Person[], press: Press): Promise<Presser[]> {
    return Promise.all(
      people.map(async (person, number) => new Presser(await KeepAlive.to(url), person, number, press)),
    );
  }

  /** Sends the next press and waits for its response. @throws Error when it is rejected */
  async next(): Promise<{ postId: string; likes: boolean }> {
    const pressed = this.press(this.number, this.turn);
    this.turn += 1;
    const method = pressed.likes ? 'POST' : 'DELETE';
    const { status, body } = await this.connection.send(
      method,
      `/api/posts/${pressed.postId}/like`,
      this.person.token,
    );
    if (status !== 200) throw new Error(`a press answered ${status}: ${body}`);
    return pressed;
  }

  close(): void {
    this.connection.close();
  }
}

/** Takes back what these people like of these posts: then each press appends an event. */
export async function takeBack(
  url: string,
  { people }: Pick<Stage, 'people'>,
  posts: readonly string[],
): Promise<void> {
  const press: Press = (_, turn) => ({ postId: posts[turn] ?? '', likes: false });
  const pressers = await Presser.connect(url, people, press);
  const takeAll = async (presser: Presser) => {
    for (let count = 0; count < posts.length; count += 1) await presser.next();
    presser.close();
  };
  await Promise.all(pressers.map(takeAll));
}

/** All people press for this long. Each waits for the response before the next press. */
export async function pressFor(
  pressers: readonly Presser[],
  seconds: number,
): Promise<{ count: number; perSecond: number }> {
  let count = 0;
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const keepPressing = async (presser: Presser) => {
    for (; performance.now() < end; count += 1) await presser.next();
  };
  await Promise.all(pressers.map(keepPressing));
  return { count, perSecond: perSecond(count, performance.now() - begin) };
}
