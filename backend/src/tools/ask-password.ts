import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Asks for a password on the terminal without showing it; reads one line if the input is not a terminal. */
export async function askPassword(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
  const password = await new Promise<string>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(''));
  });
  lines.close();
  process.stderr.write('\n');
  return password;
}
