import { execFileSync } from 'node:child_process';
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { useFolder } from '../support/folder.js';

const SCRIPT = path.join(import.meta.dirname, '../../../../scripts/certificates.sh');
const DAY_MS = 24 * 60 * 60 * 1000;

describe('the script that renews the certificates of the log', () => {
  const folder = useFolder();
  const at = (file: string) => path.join(folder, file);
  const CA = 'trust/ca.crt';
  const NODE = 'log/node.crt';

  const run = () => {
    for (const name of ['authority', 'trust', 'log']) mkdirSync(at(name), { recursive: true });
    return execFileSync('sh', [SCRIPT, at('authority'), at('trust'), at('log')], { encoding: 'utf8' });
  };
  const read = (file: string) => new X509Certificate(readFileSync(at(file)));
  const daysLeft = (file: string) => Math.round((Date.parse(read(file).validTo) - Date.now()) / DAY_MS);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });

  /** Replaces a certificate by one for the same key with so many days left. */
  const age = (file: string, days: number) => {
    const ending = ['-days', String(days), '-set_serial', '7', '-out', file];
    if (file === CA) {
      writeFileSync(at('before'), readFileSync(at(CA)));
      openssl('x509', '-in', 'before', '-signkey', 'authority/ca.key', ...ending);
    } else {
      openssl('req', '-new', '-key', 'log/node.key', '-subj', '/CN=eventstoredb-node', '-out', 'request');
      openssl('x509', '-req', '-in', 'request', '-CA', CA, '-CAkey', 'authority/ca.key', ...ending);
    }
  };

  it('creates them once, and gives the private key of the authority to nobody', () => {
    expect(run()).toMatch(/ca\.crt is valid until .*\n.*node\.crt is valid until .*\n$/);
    expect([daysLeft(CA), daysLeft(NODE)]).toEqual([3650, 365]);
    expect(read(CA).ca).toBe(true);
    expect(read(NODE).verify(read(CA).publicKey)).toBe(true);
    expect(read(NODE).subjectAltName).toBe(
      'DNS:log, DNS:log-2, DNS:log-3, DNS:localhost, IP Address:127.0.0.1',
    );
    expect(statSync(at('authority/ca.key')).mode & 0o777).toBe(0o600);
    expect([readdirSync(at('trust')), readdirSync(at('log')).toSorted()]).toEqual([
      ['ca.crt'],
      ['node.crt', 'node.key'],
    ]);
    expect(run()).toBe('');
  });

  it.each([
    [NODE, 365 / 3],
    [CA, 3650 / 3],
  ])('renews %s before a third of its lifetime is left, for the same key', (file, third) => {
    run();
    age(file, Math.ceil(third) + 1);
    expect(run()).toBe('');
    age(file, Math.floor(third) - 1);
    const old = { ca: read(CA), file: read(file) };
    expect(run()).toMatch(new RegExp(`^.*${path.basename(file)} is valid until .*\\n$`));
    expect(read(file).publicKey.equals(old.file.publicKey)).toBe(true);
    expect(daysLeft(file)).toBe(Math.round(third * 3));
    // Who still trusts the earlier certificate of the authority is not cut off.
    expect(read(NODE).verify(old.ca.publicKey)).toBe(true);
    openssl('verify', '-CAfile', CA, NODE);
    expect(run()).toBe('');
  });

  it.each(['authority/ca.key', 'log/node.key', CA, NODE])('repairs what the loss of %s leaves', (file) => {
    run();
    rmSync(at(file));
    run();
    openssl('verify', '-CAfile', CA, NODE);
    expect(read(NODE).checkPrivateKey(keyOf('log/node.key'))).toBe(true);
    expect(read(CA).checkPrivateKey(keyOf('authority/ca.key'))).toBe(true);
    expect(run()).toBe('');
  });

  const keyOf = (file: string) => createPrivateKey(readFileSync(at(file)));
});
