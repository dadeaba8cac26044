import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { RECORDED_EVENTS } from '../src/infrastructure/security-log/security-log.port.js';

const ROOT = path.join(import.meta.dirname, '../../..');

interface Source {
  /** From the root, with slashes. */
  readonly file: string;
  /** Without comments, which may name what the code does not do. */
  readonly code: string;
}

function sourcesIn(folder: string): Source[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => path.relative(ROOT, path.join(parentPath, name)).replaceAll('\\', '/'))
    .toSorted()
    .map((file) => ({
      file,
      code: readFileSync(path.join(ROOT, file), 'utf8')
        .replaceAll(/\/\*[\s\S]*?\*\//g, '')
        .replaceAll(/(?<=^|\s)\/\/.*$/gm, ''),
    }));
}

const backend = sourcesIn('backend/src');
const frontend = sourcesIn('frontend/src');
const everything = [...backend, ...frontend];

const filesWith = (sources: readonly Source[], pattern: RegExp) =>
  sources.filter(({ code }) => pattern.test(code)).map(({ file }) => file);

/** What the first group of a global pattern found, each once. */
const found = (sources: readonly Source[], pattern: RegExp) =>
  new Set(sources.flatMap(({ code }) => [...code.matchAll(pattern)].map(([, name]) => name)));

describe('the source code', () => {
  it('is all read', () => {
    expect(backend.length).toBeGreaterThan(400);
    expect(frontend.length).toBeGreaterThan(200);
  });

  it('folds events without the rules that decide them', () => {
    const views = backend.filter(({ file }) => file.startsWith('backend/src/projections/'));
    const deciding = /\b[A-Z]\w*\.[A-Z]\w*\(|\.(?:decide|commands)\b|\b\w+Rules\b/;
    expect(filesWith(backend, deciding)).toContain('backend/src/api/community/likes.controller.ts');
    expect(filesWith(views, deciding)).toEqual([]);
  });

  it('runs no text as code (V1.3.2)', () => {
    const risky = /\beval\s*\(|\bnew Function\b|['"](?:node:)?vm['"]|\bset(?:Timeout|Interval)\(\s*['"`]/;
    expect(filesWith(everything, risky)).toEqual([]);
  });

  it('starts no program but its own builds, and no shell (V1.2.5)', () => {
    const importing = /import (.+) from ['"](?:node:)?child_process['"]/g;
    expect(filesWith(backend, /child_process/)).toEqual(['backend/src/kernel/views/build-process.ts']);
    expect([...found(backend, importing)]).toEqual(['{ type ChildProcess, fork }']);
  });

  it('renders no text as HTML in the browser (V3.2.2, V1.3.5)', () => {
    const html =
      /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcdoc|createContextualFragment|DOMParser/i;
    expect(filesWith(frontend, html)).toEqual([]);
  });

  it('asks only servers that the settings name, from these files (V1.3.6, V13.2.4, V13.2.5)', () => {
    const asking =
      /\bfetch\(|\bhttps?\.(?:request|get)\(|['"](?:undici|axios|got)['"]|new (?:OpenAI|Stripe|MongoClient)\(|\bcreateTransport\(\{(?!\s*streamTransport)|EventStoreDBClient\.connectionString/;
    expect(filesWith(backend, asking)).toEqual([
      'backend/src/infrastructure/event-log/eventstore/eventstore-client.ts',
      'backend/src/infrastructure/judge/openai-client.ts',
      'backend/src/infrastructure/mail/smtp-transport.ts',
      'backend/src/infrastructure/mongo/connection.ts',
      'backend/src/infrastructure/payments/sandbox/sandbox-deliveries.ts',
      'backend/src/infrastructure/payments/sandbox/stripe-sandbox.ts',
      'backend/src/infrastructure/payments/stripe-client.ts',
    ]);
  });

  it('hashes with SHA-256 only, except to look a password up in a list of SHA-1 hashes (V9.1.2, V11.4.1, V11.4.3)', () => {
    const named = /(?<![.\w])(?:hash|createHash|createHmac|hkdfSync|pbkdf2Sync)\(\s*['"]([^'"]+)['"]/g;
    const lookUp = 'backend/src/infrastructure/breached-passwords/file-breached-passwords.ts';
    const others = backend.filter(({ file }) => file !== lookUp);
    expect(others).toHaveLength(backend.length - 1);
    expect([...found(others, named)]).toEqual(['sha256']);
  });

  it('hashes each password that somebody chooses by the same rules', () => {
    const injecting = backend.filter(({ code }) => /\bpasswords: Passwords\b/.test(code));
    expect(filesWith(injecting, /\bpasswords\.hash\(/)).toEqual(['backend/src/api/auth/passwords.ts']);
    expect(filesWith(backend, /from '@node-rs\/argon2'/)).toEqual(['backend/src/api/auth/passwords.ts']);
  });

  it('records every event that the security log declares', () => {
    const ofAnswers = backend.filter(({ file }) => file.endsWith('/http/security-recorder.ts'));
    const recorded = new Set([
      ...found(ofAnswers, /(?:: |return |\? )'([a-z]+(?:-[a-z]+)*)'/g),
      ...found(backend, /\b(?:note\(\w+, |record\(|entry = )\{ event: '([a-z-]+)'/g),
    ]);
    // The key of an answer that succeeded.
    recorded.delete('ok');
    expect(recorded.size).toBeGreaterThan(50);
    expect(Object.keys(RECORDED_EVENTS).toSorted()).toEqual([...recorded].toSorted());
  });

  it('encrypts with AES-256-GCM only (V11.3.1, V11.3.2)', () => {
    expect([...found(backend, /\bcreate(?:Dec|C)ipheriv\(\s*['"]([^'"]+)['"]/g)]).toEqual(['aes-256-gcm']);
    expect(filesWith(backend, /ipheriv\(\s*[^'"\s]|publicEncrypt|privateDecrypt|subtle\.encrypt/)).toEqual(
      [],
    );
  });

  it('stores nothing secret in the browser: what these files keep (V14.3.3)', () => {
    expect(filesWith(frontend, /localStorage|sessionStorage|indexedDB|document\.cookie|\bcaches\./)).toEqual([
      // Which answer another tab has to read again.
      'frontend/src/api/cache.ts',
      'frontend/src/api/draft-storage.ts',
      'frontend/src/api/session.ts',
      'frontend/src/api/user-storage.ts',
      'frontend/src/components/Notices.tsx',
      'frontend/src/components/ThemeToggle.tsx',
      'frontend/src/features/back-office/review/BreakBanner.tsx',
      'frontend/src/features/back-office/session/leave.ts',
      'frontend/src/features/back-office/table/stored-choices.ts',
      'frontend/src/features/profile/profile-form.ts',
      'frontend/src/features/session/return-path.ts',
      'frontend/src/lib/missing-part.ts',
    ]);
  });
});

describe('fields for passwords', () => {
  /** The elements that have this attribute, from `<` to the first `/>` or `>` at the end of a line. */
  const elements = (attribute: RegExp) =>
    frontend.flatMap(({ code }) =>
      [...code.matchAll(/<[A-Z]\w*(?:<[^>]*>)?\s[\s\S]*?\/?>$/gm)]
        .map(([element]) => element)
        .filter((element) => attribute.test(element)),
    );
  /** Said by `PasswordField`, or by a field of its own. */
  const PASSWORD =
    /autoComplete=(?:"(?:current|new)-password"|\{isNew \? 'new-password' : 'current-password'\})/;
  const MASKED = /type="password"/;

  it('are masked (V6.2.6)', () => {
    expect(elements(PASSWORD).filter((field) => !MASKED.test(field))).toEqual([]);
    const fields = elements(/register\('(?:\w*[pP]assword|confirmation)'/);
    expect(fields).toHaveLength(15);
    expect(fields.filter((field) => !/<PasswordField\b/.test(field) && !MASKED.test(field))).toEqual([]);
  });

  it('can be filled by password managers and by pasting (V6.2.7)', () => {
    expect(elements(MASKED).filter((field) => !PASSWORD.test(field))).toEqual([]);
    expect(filesWith(frontend, /onPaste|onBeforeInput|['"]paste['"]/)).toEqual([
      'frontend/src/features/home/PhotoPicker.tsx',
    ]);
  });
});

describe('what the program is made of', () => {
  it('is listed with exact versions and checksums, from one registry (V15.1.2)', () => {
    interface Entry {
      readonly version?: string;
      readonly integrity?: string;
      readonly resolved?: string;
      readonly link?: boolean;
      readonly inBundle?: boolean;
    }
    const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, Entry>;
    };
    const packages = Object.entries(lock.packages).filter(
      ([name, { link, inBundle }]) => name.includes('node_modules/') && !link && !inBundle,
    );
    expect(packages.length).toBeGreaterThan(500);
    const unknown = packages.filter(
      ([, { version, integrity }]) => !version || !integrity?.startsWith('sha'),
    );
    expect(unknown.map(([name]) => name)).toEqual([]);
    const hosts = packages.flatMap(([, { resolved }]) => (resolved ? [new URL(resolved).host] : []));
    expect(new Set(hosts).size).toBeLessThanOrEqual(1);

    for (const folder of ['.', 'backend', 'frontend', 'bench']) {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(
        readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8'),
      ) as Record<string, Record<string, string>>;
      const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
        ([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
      );
      expect([folder, loose]).toEqual([folder, []]);
    }
  });

  it('has no default password in the compose file (V13.2.3)', () => {
    const compose = readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8');
    const secrets = [...compose.matchAll(/\$\{(\w*(?:PASSWORD|SECRET|KEY|TOKEN)\w*)(:?[-?])?([^}]*)\}/g)];
    expect(secrets.length).toBeGreaterThan(5);
    const withDefault = secrets.filter(([, , how, value]) => !how?.endsWith('?') && value !== '');
    expect(withDefault.map(([text]) => text)).toEqual([]);
    const required = new Set(secrets.filter(([, , how]) => how?.endsWith('?')).map(([, name]) => name));
    expect([...required].toSorted()).toEqual(['APP_SECRET', 'EVENTSTORE_PASSWORD', 'MONGODB_PASSWORD']);
  });
});
