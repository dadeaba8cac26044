import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { RenderAnswer, RenderRequest, RenderTask } from './rendering-thread.js';

/** What the build of the frontend exports for servers. */
interface ServerEntry {
  /** `html` is what the app shows, `state` the JSON that it continues from, escaped for a script. */
  render(request: RenderRequest): Promise<{ readonly html: string; readonly state: string }>;
}

if (!parentPort) throw new Error('this script runs in a worker thread only');
const port = parentPort;
const { render } = (await import(pathToFileURL(workerData as string).href)) as ServerEntry;
const encoder = new TextEncoder();

port.on('message', ({ before, after, request }: RenderTask) => {
  render(request).then(
    ({ html, state }) => {
      const page = `${before}<div id="root">${html}</div><script type="application/json" id="state">${state}</script>${after}`;
      const bytes = encoder.encode(page);
      port.postMessage({ bytes } satisfies RenderAnswer, [bytes.buffer]);
    },
    (error: unknown) =>
      port.postMessage({ error: String(Object(error).stack ?? error) } satisfies RenderAnswer),
  );
});
port.postMessage('ready');
