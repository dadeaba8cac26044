import { Writable } from 'node:stream';
import { Noted } from './waits.js';

/** A destination for the program's log that keeps its lines, parsed. */
export class LogLines extends Writable {
  readonly lines = new Noted<Record<string, unknown>>();

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
    done();
  }
}
