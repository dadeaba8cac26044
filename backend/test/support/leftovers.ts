import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';

/** Not `toString('utf16le')`: with large buffers it frees memory twice, now and then, in Node 24. */
const utf16 = new TextDecoder('utf-16le');

/**
 * What can be read in bytes: once as text of one byte a character and twice as UTF-16, from the even and from the odd
 * bytes on. For tests that search for what must not be left.
 */
export function textsOf(bytes: Buffer): string[] {
  return [bytes.toString('latin1'), utf16.decode(bytes), utf16.decode(bytes.subarray(1))];
}

/**
 * What can be read in the files of a folder and of those in it, one after the other. What is removed while it is looked at
 * is not there. Another process reads them: when a process closes a file of an open SQLite database, it loses its locks on
 * it, and the next process that opens the database takes its write-ahead log for abandoned.
 */
export async function textsIn(folder: string): Promise<string[]> {
  const reader = spawn('find', [folder, '-type', 'f', '-exec', 'cat', '{}', '+'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return textsOf(await buffer(reader.stdout));
}
