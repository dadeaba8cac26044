// What the source code may do, and from which files.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../process.mjs';

/** The sources in a folder, by their paths from the root. Without comments, which may name what the code does not do. */
function sourcesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll('\\', '/'))
    .toSorted()
    .map((file) => ({
      file,
      code: readFileSync(join(root, file), 'utf8')
        .replaceAll(/\/\*[\s\S]*?\*\//g, '')
        .replaceAll(/(?<=^|\s)\/\/.*$/gm, ''),
    }));
}

const backend = sourcesIn('backend/src');
const frontend = sourcesIn('frontend/src');
const everything = [...backend, ...frontend];

const filesWith = (sources, pattern) =>
  sources.filter(({ code }) => pattern.test(code)).map(({ file }) => file);

/** What the first group of a global pattern found, each once. */
const found = (sources, pattern) =>
  new Set(sources.flatMap(({ code }) => [...code.matchAll(pattern)].map(([, name]) => name)));

/** The elements that have this attribute, from `<` to the first `/>` or `>` at the end of a line. */
const elements = (attribute) =>
  frontend.flatMap(({ code }) =>
    [...code.matchAll(/<[A-Z]\w*(?:<[^>]*>)?\s[\s\S]*?\/?>$/gm)]
      .map(([element]) => element)
      .filter((element) => attribute.test(element)),
  );
/** Said by `PasswordField`, or by a field of its own. */
const PASSWORD =
  /autoComplete=(?:"(?:current|new)-password"|\{isNew \? 'new-password' : 'current-password'\})/;
const MASKED = /type="password"/;

export const checks = {
  'the source code is all read'() {
    assert(backend.length > 400);
    assert(frontend.length > 200);
  },

  'views fold events without the rules that decide them'() {
    const views = backend.filter(({ file }) => file.startsWith('backend/src/projections/'));
    const deciding = /\b[A-Z]\w*\.[A-Z]\w*\(|\.(?:decide|commands)\b|\b\w+Rules\b/;
    assert(filesWith(backend, deciding).includes('backend/src/api/community/likes.controller.ts'));
    assert.deepEqual(filesWith(views, deciding), []);
  },

  'no text is run as code (V1.3.2)'() {
    const risky = /\beval\s*\(|\bnew Function\b|['"](?:node:)?vm['"]|\bset(?:Timeout|Interval)\(\s*['"`]/;
    assert.deepEqual(filesWith(everything, risky), []);
  },

  'no program is started but own builds, and no shell (V1.2.5)'() {
    const importing = /import (.+) from ['"](?:node:)?child_process['"]/g;
    assert.deepEqual(filesWith(backend, /child_process/), ['backend/src/kernel/views/build-process.ts']);
    assert.deepEqual([...found(backend, importing)], ['{ type ChildProcess, fork }']);
  },

  'no text is rendered as HTML in the browser (V3.2.2, V1.3.5)'() {
    const html =
      /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcdoc|createContextualFragment|DOMParser/i;
    assert.deepEqual(filesWith(frontend, html), []);
  },

  'only servers that the settings name are asked, from these files (V1.3.6, V13.2.4, V13.2.5)'() {
    const asking =
      /\bfetch\(|\bhttps?\.(?:request|get)\(|['"](?:undici|axios|got)['"]|new (?:OpenAI|Stripe|MongoClient|S3Client)\(|\bcreateTransport\(\{(?!\s*streamTransport)|EventStoreDBClient\.connectionString/;
    assert.deepEqual(filesWith(backend, asking), [
      'backend/src/infrastructure/event-log/eventstore/eventstore-client.ts',
      'backend/src/infrastructure/images/s3-image-store.ts',
      'backend/src/infrastructure/judge/openai-client.ts',
      'backend/src/infrastructure/mail/smtp-transport.ts',
      'backend/src/infrastructure/mongo/connection.ts',
      'backend/src/infrastructure/payments/sandbox/sandbox-deliveries.ts',
      'backend/src/infrastructure/payments/sandbox/stripe-sandbox.ts',
      'backend/src/infrastructure/payments/stripe-client.ts',
    ]);
  },

  'hashes are SHA-256, except to look a password up in a list of SHA-1 hashes (V9.1.2, V11.4.1, V11.4.3)'() {
    const named = /(?<![.\w])(?:hash|createHash|createHmac|hkdfSync|pbkdf2Sync)\(\s*['"]([^'"]+)['"]/g;
    const lookUp = 'backend/src/infrastructure/breached-passwords/file-breached-passwords.ts';
    const others = backend.filter(({ file }) => file !== lookUp);
    assert.equal(others.length, backend.length - 1);
    assert.deepEqual([...found(others, named)], ['sha256']);
  },

  'each password that somebody chooses is hashed by the same rules'() {
    const injecting = backend.filter(({ code }) => /\bpasswords: Passwords\b/.test(code));
    assert.deepEqual(filesWith(injecting, /\bpasswords\.hash\(/), ['backend/src/api/auth/passwords.ts']);
    assert.deepEqual(filesWith(backend, /from '@node-rs\/argon2'/), ['backend/src/api/auth/passwords.ts']);
  },

  async 'every event that the security log declares is recorded'() {
    const { RECORDED_EVENTS } =
      await import('../../backend/dist/src/infrastructure/security-log/security-log.port.js');
    const ofAnswers = backend.filter(({ file }) => file.endsWith('/http/security-recorder.ts'));
    const recorded = new Set([
      ...found(ofAnswers, /(?:: |return |\? )'([a-z]+(?:-[a-z]+)*)'/g),
      ...found(backend, /\b(?:note\(\w+, |record\(|entry = )\{ event: '([a-z-]+)'/g),
    ]);
    // The key of an answer that succeeded.
    recorded.delete('ok');
    assert(recorded.size > 50);
    assert.deepEqual(Object.keys(RECORDED_EVENTS).toSorted(), [...recorded].toSorted());
  },

  'encryption is AES-256-GCM (V11.3.1, V11.3.2)'() {
    const named = /\bcreate(?:Dec|C)ipheriv\(\s*['"]([^'"]+)['"]/g;
    assert.deepEqual([...found(backend, named)], ['aes-256-gcm']);
    const others = /ipheriv\(\s*[^'"\s]|publicEncrypt|privateDecrypt|subtle\.encrypt/;
    assert.deepEqual(filesWith(backend, others), []);
  },

  'nothing secret is stored in the browser: what these files keep (V14.3.3)'() {
    const storing = /localStorage|sessionStorage|indexedDB|document\.cookie|\bcaches\./;
    assert.deepEqual(filesWith(frontend, storing), [
      // Which answer another tab has to read again.
      'frontend/src/api/cache.ts',
      'frontend/src/api/draft-storage.ts',
      'frontend/src/api/session.ts',
      'frontend/src/api/user-storage.ts',
      'frontend/src/components/Notices.tsx',
      'frontend/src/components/ThemeToggle.tsx',
      'frontend/src/features/back-office/review/BreakBanner.tsx',
      'frontend/src/features/back-office/session/leave.ts',
      'frontend/src/features/back-office/session/stored-choices.ts',
      // Whether the address is unverified, for the home page.
      'frontend/src/features/layout/OwnControl.tsx',
      'frontend/src/features/profile/profile-form.ts',
      'frontend/src/features/rate/skipped.ts',
      'frontend/src/features/rate/use-rate-keys.ts',
      'frontend/src/features/session/return-path.ts',
      'frontend/src/lib/missing-part.ts',
    ]);
  },

  'fields for passwords are masked (V6.2.6)'() {
    assert.deepEqual(
      elements(PASSWORD).filter((field) => !MASKED.test(field)),
      [],
    );
    const fields = elements(/register\('(?:\w*[pP]assword|confirmation)'/);
    assert.equal(fields.length, 15);
    assert.deepEqual(
      fields.filter((field) => !/<PasswordField\b/.test(field) && !MASKED.test(field)),
      [],
    );
  },

  'fields for passwords can be filled by password managers and by pasting (V6.2.7)'() {
    assert.deepEqual(
      elements(MASKED).filter((field) => !PASSWORD.test(field)),
      [],
    );
    assert.deepEqual(filesWith(frontend, /onPaste|onBeforeInput|['"]paste['"]/), [
      'frontend/src/features/home/PhotoPicker.tsx',
    ]);
  },

  'packages are listed with exact versions and checksums, from one registry (V15.1.2)'() {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const packages = Object.entries(lock.packages).filter(
      ([name, { link, inBundle }]) => name.includes('node_modules/') && !link && !inBundle,
    );
    assert(packages.length > 500);
    const unknown = packages.filter(
      ([, { version, integrity }]) => !version || !integrity?.startsWith('sha'),
    );
    assert.deepEqual(unknown, []);
    const hosts = packages.flatMap(([, { resolved }]) => (resolved ? [new URL(resolved).host] : []));
    assert(new Set(hosts).size <= 1);

    for (const folder of ['.', 'backend', 'frontend', 'bench']) {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(
        readFileSync(join(root, folder, 'package.json'), 'utf8'),
      );
      const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
        ([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
      );
      assert.deepEqual([folder, loose], [folder, []]);
    }
  },
};
