import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';

/** Not `toString('utf16le')`: in Node 24 it sometimes frees memory twice with large buffers. */
const utf16 = new TextDecoder('utf-16le');

/**
 * Bytes as text: once with one byte per character, and twice as UTF-16, from the even and from the odd bytes on. For
 * tests that search for data that must be gone.
 */
export function textsOf(bytes: Buffer): string[] {
  return [bytes.toString('latin1'), utf16.decode(bytes), utf16.decode(bytes.subarray(1))];
}

/**
 * The files of a folder and its subfolders as text, one after the other. Files that disappear are skipped.
 * Another process reads them: when a process closes a file of an open SQLite database, it loses its locks on it, and the
 * next process that opens the database takes its write-ahead log for abandoned.
 */
export async function textsIn(folder: string): Promise<string[]> {
  const reader = spawn('find', [folder, '-type', 'f', '-exec', 'cat', '{}', '+'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return textsOf(await buffer(reader.stdout));
}
