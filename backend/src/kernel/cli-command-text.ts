import { existsSync } from 'node:fs';

/** False in the image, which has no npm scripts. */
const HAS_NPM_SCRIPTS = existsSync(new URL('../../../../scripts', import.meta.url));

/** Texts name commands of operators as `npm run keys -- …`. Where npm cannot run them, this makes it `footnote keys …`. */
export function withCliCommands(text: string): string {
  return HAS_NPM_SCRIPTS ? text : asFootnote(text);
}

export function asFootnote(text: string): string {
  return text.replaceAll(/npm run ([\w:-]+)( --(?=\s))?/g, 'footnote $1');
}
