import { once } from 'node:events';
import { connect } from 'node:net';
import { quantile } from '../scratch.js';
import type { ServerProcess } from '../server-process.js';
import { type Ask, flood } from './flood.js';

const WAVES = 10;
const WAVE_MS = 300;

/**
 * While as many connections keep the server busy, opens new ones all at once, again and again. Returns the times from
 * opening one to the first byte of its answer, in milliseconds.
 */
export async function firstBytes(
  { url }: ServerProcess,
  ask: Ask,
  connections: number,
): Promise<{ p50: number; p99: number }> {
  const times: number[] = [];
  const busy = flood(url, ask, connections, (WAVES + 1) * WAVE_MS);
  for (let wave = 0; wave < WAVES; wave += 1) {
    await new Promise((resolve) => setTimeout(resolve, WAVE_MS / 2));
    times.push(...(await Promise.all(Array.from({ length: connections }, () => firstByte(url, ask)))));
  }
  await busy;
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

async function firstByte(url: string, { path }: Ask): Promise<number> {
  const { host, hostname, port } = new URL(url);
  const begin = performance.now();
  const socket = connect(Number(port), hostname).setNoDelay(true);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  await once(socket, 'data');
  socket.destroy();
  return performance.now() - begin;
}
