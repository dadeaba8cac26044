import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TypeOf, list, object, text } from '../kernel/field.js';
import type { Timer } from '../kernel/timer.js';
import { sentJson } from './sent-json.js';

/** A request of an operator to a running server. */
const ControlRequest = object({ command: text, names: list(text) });
export type ControlRequest = TypeOf<typeof ControlRequest>;

/** The response: lines to print, or why the request failed. */
export type ControlAnswer =
  { readonly ok: true; readonly lines: readonly string[] } | { readonly ok: false; readonly message: string };

/** The commands of operators. Each takes names and returns lines with the result; it rejects if it failed. */
export type OperatorCommands = Readonly<
  Record<string, (names: readonly string[]) => Promise<readonly string[]>>
>;

/** The longest socket path that all systems accept; some accept slightly longer ones. */
const LONGEST_PATH_BYTES = 100;
const LONGEST_REQUEST_BYTES = 64 * 1024;
/** Names the socket if its path in the data folder would be too long, or others have access to that folder. */
const POINTER = 'control.path';
const SOCKET = 'control.sock';

/**
 * Listens for operators of this data folder, which this process must have locked. Only the user of this process and root can
 * connect: socket and folder have no access for others. Node cannot ask a socket who is at its other end. One request per
 * connection.
 * @param handle rejects if the request fails; the operator sees the message
 * @returns a function that closes it, without waiting for running requests: how many of these were cut
 * @throws Error if other users could connect
 */
export async function serveControl(
  dataDir: string,
  handle: (request: ControlRequest) => Promise<readonly string[]>,
  timer: Timer,
): Promise<() => Promise<number>> {
  const address = newAddress(dataDir);
  const open = new Set<Socket>();
  let running = 0;
  const counted = async (request: ControlRequest) => {
    running += 1;
    return handle(request).finally(() => {
      running -= 1;
    });
  };
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    // An operator who disconnects is no error.
    socket.on('error', () => socket.destroy());
    void answer(socket, counted, timer);
  });
  await listen(server, address);
  if (!isPipe(address)) requirePrivate(address);
  // The socket alone must not keep the server running.
  server.unref();
  return async () => {
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    const cut = running;
    for (const socket of open) socket.destroy();
    await closed;
    forgetAddress(dataDir);
    return cut;
  };
}

/**
 * Sends a request to the server that uses this data folder; null if there is none.
 * @throws Error if the server closes the connection without a response, or if the socket belongs to another user, who would
 *   get what is sent, passwords included
 */
export async function askServer(dataDir: string, request: ControlRequest): Promise<ControlAnswer | null> {
  const address = knownAddress(dataDir);
  if (address === null) return null;
  if (!isPipe(address)) requireTrusted(address);
  const socket = await connected(address);
  if (!socket) return null;
  socket.write(`${JSON.stringify(request)}\n`);
  const line = await lineOf(socket, Number.POSITIVE_INFINITY);
  socket.destroy();
  if (line === null) throw new Error('the server closed the connection without a response: check its log');
  return JSON.parse(line) as ControlAnswer;
}

async function answer(
  socket: Socket,
  handle: (request: ControlRequest) => Promise<readonly string[]>,
  timer: Timer,
): Promise<void> {
  const deadline = timer.deadline('operator request', () => socket.destroy());
  const line = await lineOf(socket, LONGEST_REQUEST_BYTES);
  deadline.end();
  if (line === null) {
    socket.destroy();
    return;
  }
  let reply: ControlAnswer;
  try {
    reply = { ok: true, lines: await handle(sentJson(ControlRequest, line)) };
  } catch (error) {
    reply = { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
  if (!socket.destroyed) socket.end(`${JSON.stringify(reply)}\n`);
}

/** The first line received; null if the connection ends before, or if more than `most` bytes arrive. */
async function lineOf(socket: Socket, most: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      const end = chunk.indexOf('\n');
      chunks.push(end < 0 ? chunk : chunk.subarray(0, end));
      size += chunk.length;
      if (end >= 0) return Buffer.concat(chunks).toString('utf8');
      if (size > most) return null;
    }
  } catch {
    // The other side has gone.
  }
  return null;
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => resolve());
    // That call creates the file.
    if (!isPipe(address) && existsSync(address)) chmodSync(address, 0o600);
  });
}

/** Null if no server is listening. */
function connected(address: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    socket.once('connect', () => resolve(socket));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // Left behind by a server that was killed.
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null);
      else reject(error);
    });
  });
}

function newAddress(dataDir: string): string {
  forgetAddress(dataDir);
  const usual = usualAddress(dataDir);
  if (isPipe(usual)) return usual;
  if (Buffer.byteLength(usual) <= LONGEST_PATH_BYTES && isPrivate(path.dirname(usual))) return usual;
  // Created for this user only.
  const short = path.join(mkdtempSync(path.join(tmpdir(), 'footnote-')), SOCKET);
  writeFileSync(path.join(dataDir, POINTER), short, { mode: 0o600 });
  return short;
}

function knownAddress(dataDir: string): string | null {
  const pointer = path.join(dataDir, POINTER);
  const address = existsSync(pointer) ? readFileSync(pointer, 'utf8') : usualAddress(dataDir);
  return isPipe(address) || existsSync(address) ? address : null;
}

/** Removes the socket of an earlier server. */
function forgetAddress(dataDir: string): void {
  const pointer = path.join(dataDir, POINTER);
  if (existsSync(pointer)) {
    const short = readFileSync(pointer, 'utf8');
    if (path.basename(short) === SOCKET) {
      rmSync(short, { force: true });
      // The folder was created for this socket only.
      if (existsSync(path.dirname(short))) rmdirSync(path.dirname(short));
    }
    rmSync(pointer);
  }
  const usual = usualAddress(dataDir);
  if (!isPipe(usual)) rmSync(usual, { force: true });
}

function usualAddress(dataDir: string): string {
  const folder = path.resolve(dataDir);
  if (process.platform !== 'win32') return path.join(folder, SOCKET);
  return `\\\\.\\pipe\\footnote-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
}

/** Whether an entry belongs to this user and gives nobody else access. */
function isPrivate(entry: string): boolean {
  const { uid, mode } = lstatSync(entry);
  return uid === process.getuid?.() && (mode & 0o077) === 0;
}

/** @throws Error if others than this user can reach the socket */
function requirePrivate(address: string): void {
  for (const entry of [address, path.dirname(address)]) {
    if (!isPrivate(entry))
      throw new Error(`other users have access to ${entry}, through which operators give commands`);
  }
}

/** @throws Error if the socket belongs to another user, unless this is root */
function requireTrusted(address: string): void {
  const user = process.getuid?.();
  const { uid } = lstatSync(address);
  if (user !== 0 && uid !== user) {
    throw new Error(`${address} belongs to another user: run this command as the user that runs the server`);
  }
}

function isPipe(address: string): boolean {
  return address.startsWith('\\\\.\\pipe\\');
}
