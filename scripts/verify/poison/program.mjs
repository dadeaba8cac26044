// Footnote on one log, and the commands of its operator.
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createInterface } from 'node:readline';
import { capture, start } from '../../process.mjs';
import { dist } from '../outage/built.mjs';

const NARROWER = pathToFileURL(join(import.meta.dirname, 'narrower.mjs')).href;

export class Program {
  url = '';
  problems = '';

  /** @param {boolean} isNarrow  whether its schemas are narrower */
  constructor(dataDir, logUrl, isNarrow) {
    this.dataDir = dataDir;
    this.env = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      ...(logUrl && { EVENTSTORE_URL: logUrl }),
      ...(isNarrow && { NODE_OPTIONS: `--import ${NARROWER}` }),
    };
  }

  /** Starts it and waits until it is ready. Returns how long that took, in milliseconds. */
  async start() {
    const begin = performance.now();
    this.child = start(process.execPath, [join(dist, 'src/main.js')], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: this.env,
    });
    this.child.stderr.setEncoding('utf8').on('data', (text) => (this.problems += text));
    this.url = await new Promise((resolve, reject) => {
      createInterface(this.child.stdout).on('line', (line) => {
        const found = /listening on (http:\S+)/.exec(line)?.[1];
        if (found) resolve(found);
      });
      this.child.once('close', (code) => reject(new Error(`it ended with ${code}. ${this.problems}`)));
    });
    return performance.now() - begin;
  }

  async stop() {
    if (!this.child || this.child.exitCode !== null) return;
    const over = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await over;
  }

  /** Runs a command of operators. @returns {Promise<{ code: number, output: string }>} */
  operate(...words) {
    return capture(process.execPath, [join(dist, 'src/tools/footnote.js'), ...words], { env: this.env });
  }
}
