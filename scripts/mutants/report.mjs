// The report of `npm run mutants`.
import { dirname } from 'node:path';
import { folderOf } from './equivalents.mjs';

const isCaught = ({ outcome }) => outcome === 'killed' || outcome === 'timeout';

/** The mutants that no test caught, in the order of the source. */
export const survivorsOf = (results) =>
  results
    .filter((result) => !isCaught(result))
    .sort((one, other) => one.file.localeCompare(other.file) || one.line - other.line);

/** The number of mutants, the number of caught ones, and their share from 0 to 1. */
export function summarise(results) {
  const caught = results.filter(isCaught).length;
  return { all: results.length, caught, score: results.length === 0 ? 1 : caught / results.length };
}

/** A share in percent with one decimal, rounded down so that the score is never overstated. */
export const percent = ({ score }) => `${(Math.floor(score * 1000) / 10).toFixed(1)} %`;

const shorten = (text) => (text.length > 90 ? `${text.slice(0, 87)}…` : text);

function describe({ file, line, inside, from, to, outcome }) {
  const why = outcome === 'unreached' ? ' (no test comes here)' : '';
  const change = to === '' ? `remove ${shorten(from)}` : `${shorten(from)}  →  ${shorten(to)}`;
  return `  backend/src/${file}:${line} ${inside}${why}\n      ${change}`;
}

/** Prints the survivors, the score of each folder, and the total score. */
export function printReport(results, seconds) {
  const survivors = survivorsOf(results);
  console.log(`\n${survivors.length} survive:`);
  for (const survivor of survivors) console.log(describe(survivor));

  const byFolder = Map.groupBy(results, ({ file }) => dirname(file));
  const byRoom = Map.groupBy(results, folderOf);
  const rows = [...[...byFolder].filter(([name]) => name.includes('/')), ...byRoom].sort(([one], [other]) =>
    one.localeCompare(other),
  );
  console.log('\nscore     caught/all  folder');
  for (const [name, list] of [...rows, ['all', results]]) {
    const sum = summarise(list);
    console.log(`${percent(sum).padStart(7)}  ${`${sum.caught}/${sum.all}`.padStart(11)}  ${name}`);
  }
  const timeouts = results.filter(({ outcome }) => outcome === 'timeout').length;
  console.log(`\n${timeouts} of the caught ran out of time; ${seconds} s in all`);
}
