import { Clock, Ids } from '../infrastructure/engine/clock.port.js';
import { seededRandom, seededUuid } from './random.js';

/** The time of the scene that is being played. */
export class StageClock extends Clock {
  private time = new Date(0);

  now(): Date {
    return new Date(this.time);
  }

  set(time: Date): void {
    this.time = time;
  }
}

/**
 * Ids that begin anew with each scene, so that a scene has the same ones however often, and after whatever,
 * it is played.
 */
export class StageIds extends Ids {
  private random = seededRandom(0);

  begin(scene: string): void {
    this.random = seededRandom(scene);
  }

  uuid(): string {
    return seededUuid(this.random);
  }

  secret(bytes: number): string {
    return Buffer.from(Array.from({ length: bytes }, () => Math.floor(this.random() * 256))).toString(
      'base64url',
    );
  }
}
