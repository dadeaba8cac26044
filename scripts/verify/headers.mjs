// Starts the server in production mode behind https, and scores its pages with Mozilla's HTTP Observatory.
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { capture, root, start } from '../process.mjs';
import { startProxy } from './https-proxy.mjs';

const folder = join(root, 'scripts/verify');
const library = join(folder, 'node_modules/@mdn/mdn-http-observatory');
const pages = ['', '/leaderboard', '/login', '/privacypolicy'];

/** What costs points only because the certificate is not one of a public host. */
const needsPublicHost = new Set(['hsts-invalid-cert', 'redirection-invalid-cert']);

/** The scanner has more than 200 packages, so only this command installs them, with a lock file of their own. */
async function install() {
  if (!existsSync(library)) {
    const { code, output } = await capture('npm', ['ci', '--ignore-scripts', '--no-audit'], { cwd: folder });
    if (code !== 0) throw new Error(`The scanner could not be installed:\n${output}`);
  }
  // The list of hosts that browsers know to be https only. Its script would download it; localhost is not in it.
  const preloaded = join(library, 'conf/hsts-preload.json');
  if (!existsSync(preloaded)) await writeFile(preloaded, '{}');
}

/** Starts the server as in production. Nothing is sent to its services: no request needs them. */
async function startServer(dataDir, publicUrl) {
  const server = start(process.execPath, [join(root, 'backend/dist/src/main.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      PUBLIC_URL: publicUrl,
      TRUSTED_PROXIES: '1',
      OPENAI_API_KEY: 'none',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'hello@footnote.example',
      STRIPE_SECRET_KEY: 'sk_test_none',
      STRIPE_WEBHOOK_SECRET: 'whsec_none',
      STRIPE_API_URL: 'http://127.0.0.1:9',
    },
  });
  const address = await new Promise((resolve, reject) => {
    createInterface(server.stdout).on('line', (line) => {
      const found = /listening on (http:\S+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
    server.once('close', (code) => reject(new Error(`The server ended with code ${code}.`)));
  });
  return { server, address };
}

/** Scans one page. With `certificate`, its file is trusted. */
async function scan(host, certificate) {
  const env = certificate ? { NODE_EXTRA_CA_CERTS: certificate } : {};
  const { code, output } = await capture(process.execPath, [join(folder, 'scan.mjs'), host], { env });
  if (code !== 0) throw new Error(`${host} could not be scanned:\n${output}`);
  return JSON.parse(output);
}

function lineOf({ test, result, scoreModifier }) {
  const points = scoreModifier > 0 ? `+${scoreModifier}` : `${scoreModifier ?? 0}`;
  return `  ${points.padStart(4)}  ${test}: ${result}`;
}

/**
 * Scores the pages twice: as they are, with a certificate that nobody trusts, and with that certificate trusted. Prints
 * both scores.
 *
 * @returns {Promise<number>} 1 if points are lost that a public host would not give back
 */
export async function verifyHeaders() {
  await install();
  const dataDir = await mkdtemp(join(tmpdir(), 'footnote-verify-'));
  // Installed just now, so that it cannot be imported above.
  const { generate } = await import('selfsigned');
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const certificate = join(dataDir, 'certificate.pem');
  await writeFile(certificate, cert);
  const proxy = await startProxy({ key, cert });
  let server;
  try {
    const started = await startServer(join(dataDir, 'data'), `https://localhost:${proxy.port}`);
    ({ server } = started);
    proxy.pass(started.address);
    let isLost = false;
    for (const page of pages) {
      const host = `localhost:${proxy.port}${page}`;
      const plain = await scan(host);
      const trusted = await scan(host, certificate);
      const lost = [...plain.found, ...trusted.found].filter(
        ({ result, scoreModifier }) => scoreModifier < 0 && !needsPublicHost.has(result),
      );
      const isMissed = trusted.found.some(({ scoreModifier }) => scoreModifier < 0);
      isLost ||= lost.length > 0 || isMissed;
      console.log(
        `${page || '/'}  as it is: ${plain.score} (${plain.grade})  with a trusted certificate: ${trusted.score} (${trusted.grade})`,
      );
      const shown = page === '' ? trusted.found : lost;
      for (const found of shown) console.log(lineOf(found));
    }
    console.log(isLost ? 'failed: points are lost' : 'ok: nothing is lost but what needs a public host');
    return isLost ? 1 : 0;
  } finally {
    proxy.close();
    if (server) {
      server.removeAllListeners('close');
      const ended = new Promise((resolve) => server.once('close', resolve));
      server.kill('SIGTERM');
      await ended;
    }
    await rm(dataDir, { recursive: true, force: true });
  }
}
