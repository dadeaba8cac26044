import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** What the texts of the app are written with: these parts are preloaded. */
const CORE = 'U+20-7E,U+A0,U+B7,U+D7,U+2013,U+2018-2019,U+201C-201D,U+2022,U+2026,U+20AC,U+2191-2193';
/** Latin letters in names and comments, and rare signs: these parts load only on pages that need them. */
const REST = 'U+A1-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+2000-206F,U+2122,U+2212,U+2215';

const FONTS = [
  {
    family: 'Besley',
    file: '@fontsource-variable/besley/files/besley-latin-wght-normal.woff2',
    // One weight has half the bytes of the axis from 700 to 900, and headings that look the same.
    weights: '400 900',
    axis: 850,
    features: ['kern'],
  },
  {
    family: 'Hanken Grotesk',
    file: '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    weights: '400 700',
    axis: { min: 400, max: 700 },
    features: ['kern', 'tnum'],
  },
] as const;

const fromHere = createRequire(import.meta.url);

function charactersIn(range: string): Set<string> {
  return new Set(
    range.split(',').flatMap((part) => {
      const [first = 0, last = first] = part
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    }),
  );
}

/** Writes the parts of every font with their rules, `fonts.css`, which `styles.css` imports. */
async function writeFonts(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const core = charactersIn(CORE);
  const rest = [...charactersIn(REST)].filter((character) => !core.has(character));
  const rules: string[] = [];
  for (const { family, file, weights, axis, features } of FONTS) {
    const whole = await readFile(fromHere.resolve(file));
    // Where ranges overlap, the last rule counts.
    for (const [part, range, characters] of [
      ['rest', REST, rest],
      ['core', CORE, core],
    ] as const) {
      // A font of the page that comes late is for the next page: this one would move. Rare letters may come late.
      const display = part === 'core' ? 'optional' : 'swap';
      const name = `${family.toLowerCase().replace(' ', '-')}-${part}.woff2`;
      // A variable, because the types of the package lack the features.
      const options = {
        targetFormat: 'woff2' as const,
        variationAxes: { wght: axis },
        keepFeatures: features,
        // The copyright and the licence, beside what every subset keeps.
        preserveNameIds: [0, 13, 14],
      };
      const subset = await subsetFont(whole, [...characters].join(''), options);
      await writeFile(join(folder, name), subset);
      rules.push(
        `@font-face {font-family: '${family}'; font-weight: ${weights}; font-display: ${display}; src: url('./${name}') format('woff2'); unicode-range: ${range};}`,
      );
    }
  }
  await writeFile(join(folder, 'fonts.css'), `${rules.join('\n')}\n`);
}

/** Makes the fonts smaller before each build, and preloads what every page needs of them: otherwise the browser requests
 * fonts only after the styles have loaded. */
export function fonts(): Plugin {
  return {
    name: 'fonts',
    configResolved: ({ root }) => writeFonts(join(root, 'src/generated')),
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((name) => /-core-[^/]+\.woff2$/.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: true },
            injectTo: 'head' as const,
          })),
    },
  };
}
